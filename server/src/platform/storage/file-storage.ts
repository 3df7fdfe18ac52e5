import type { Readable } from 'node:stream'

/** Files of some megabytes at most, under keys such as `profile_pictures/{userId}`. */
export interface FileStorage {
  /** Replaces atomically for concurrent readers; after a failure the old file still exists. */
  put: (key: string, content: FileContent, contentType: string) => Promise<void>
  /** `range` includes both ends. Null for a missing file, RangeError beyond its end. Read or destroy the stream. */
  get: (key: string, range?: ByteRange) => Promise<StoredFile | null>
  /** Does nothing for a missing file. */
  delete: (key: string) => Promise<void>
  /** Unordered; concurrent changes may be included or not. */
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
  /** Names the bucket in the path instead of the host. */
  forcePathStyle: boolean
}

/** A local folder (absolute path), or a bucket. */
export type FileStorageSettings = { folder: string } | { s3: S3Settings }
