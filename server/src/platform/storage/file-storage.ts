import type { Readable } from 'node:stream'

/** Storage of files of at most a few megabytes, each under a key such as `profile_pictures/{userId}`. */
export interface FileStorage {
  /**
   * Stores a file, or replaces the one under this key. A concurrent reader gets all of the old one or all of the new
   * one; after a failure the old one still exists.
   * @param contentType for readers of the storage by other means; the site's own is in the database
   */
  put: (key: string, content: FileContent, contentType: string) => Promise<void>
  /**
   * Opens a file for reading. The caller reads or destroys the stream.
   * @param range first and last byte, both included; the whole file when left out
   * @returns null for a missing file
   * @throws RangeError when the file ends before the range begins
   */
  get: (key: string, range?: ByteRange) => Promise<StoredFile | null>
  /** Deletes a file; does nothing for a missing one. */
  delete: (key: string) => Promise<void>
  /** Lists all files, in no order. A file that is stored or deleted during the listing may be included or not. */
  list: () => AsyncIterable<ListedFile>
  close: () => void
}

export interface ListedFile {
  key: string
  sizeBytes: number
}

export type FileContent = Uint8Array | Readable

export interface ByteRange {
  first: number
  last: number
}

export interface StoredFile {
  /** Size of the whole file, for every range. */
  sizeBytes: number
  stream: Readable
}

export interface S3Settings {
  bucket: string
  region: string
  /** Address of a service other than Amazon's. */
  endpoint: string | undefined
  accessKeyId: string
  secretAccessKey: string
  /** True to name the bucket in the path instead of the host. */
  forcePathStyle: boolean
}

/** A local folder (absolute path), or a bucket. */
export type FileStorageSettings = { folder: string } | { s3: S3Settings }
