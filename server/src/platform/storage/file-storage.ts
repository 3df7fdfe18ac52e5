import type { Readable } from 'node:stream'

/** Storage for files of up to some megabytes, under keys such as `profile_pictures/{userId}`. */
export interface FileStorage {
  /** Stores or replaces a file atomically. After a failure, the old file still exists. */
  put: (key: string, content: FileContent, contentType: string) => Promise<void>
  /** Opens a file; null if missing. Throws RangeError beyond its end. `range` includes both ends. End every stream. */
  get: (key: string, range?: ByteRange) => Promise<StoredFile | null>
  /** Deletes a file, if it exists. */
  delete: (key: string) => Promise<void>
  /** Lists all files, unordered. Concurrent changes may be included or not. */
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
  /** Size of the whole file, whatever range was requested. */
  sizeBytes: number
  stream: Readable
}

export interface S3Settings {
  bucket: string
  region: string
  /** URL of an S3 service other than Amazon's. */
  endpoint: string | undefined
  accessKeyId: string
  secretAccessKey: string
  /** If true, the URL names the bucket in its path instead of its host. */
  forcePathStyle: boolean
}

/** A local folder (absolute path), or a bucket. */
export type FileStorageSettings = { folder: string } | { s3: S3Settings }
