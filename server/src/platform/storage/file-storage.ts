import type { Readable } from 'node:stream'

/** Files of at most a few megabytes, each under a key such as `profile_pictures/{userId}`. */
export interface FileStorage {
  /**
   * Stores a file, or replaces the one under this key. Whoever reads at that moment gets all of the old one or
   * all of the new one, and after a failure the old one is still there.
   * @param contentType for those who look into the storage by other means; ours is in the database
   */
  put: (key: string, content: FileContent, contentType: string) => Promise<void>
  /**
   * Opens a file for reading. Whoever gets the stream reads or destroys it.
   * @param range its first and last byte, both included; the whole file when left out
   * @returns null when there is none
   * @throws RangeError when the file ends before the range begins
   */
  get: (key: string, range?: ByteRange) => Promise<StoredFile | null>
  /** Removes a file; no matter if there is none. */
  delete: (key: string) => Promise<void>
  /** Names all files, in no order. One that is stored or removed meanwhile may be named or not. */
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
  /** Of the whole file, whatever range is read. */
  sizeBytes: number
  stream: Readable
}

export interface S3Settings {
  bucket: string
  region: string
  /** Where a service other than Amazon's is reached. */
  endpoint: string | undefined
  accessKeyId: string
  secretAccessKey: string
  /** Whether the bucket is named in the path, not in the host. */
  forcePathStyle: boolean
}

/** A local folder (absolute path), or a bucket. */
export type FileStorageSettings = { folder: string } | { s3: S3Settings }
