import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'

import type { FileStorage, S3Settings } from './file-storage.ts'
import { requireSafeKey } from './storage-key.ts'

/** Timeouts of S3 (ms). Storage must fail soon, because a waiting upload holds a database connection. */
const CONNECT_TIMEOUT_MS = 2000
const ANSWER_TIMEOUT_MS = 8000
const ATTEMPTS = 2

export function openS3Storage(settings: S3Settings): FileStorage {
  const { bucket: Bucket } = settings
  const client = createClient(settings)

  return {
    put: async (key, content, contentType) => {
      // The whole file is read first, so that it can be sent again, and a broken stream sends no partial file.
      const bytes = content instanceof Uint8Array ? content : await buffer(content)
      await client.send(
        new PutObjectCommand({
          Bucket,
          Key: requireSafeKey(key),
          Body: bytes,
          ContentType: contentType,
        }),
      )
    },

    get: async (key, range) => {
      let found: GetObjectCommandOutput
      try {
        found = await client.send(
          new GetObjectCommand({
            Bucket,
            Key: requireSafeKey(key),
            ...(range ? { Range: `bytes=${range.first}-${range.last}` } : {}),
          }),
        )
      } catch (error) {
        // Only a missing key returns null: a missing bucket is an error in the settings.
        if (!(error instanceof S3ServiceException)) throw error
        const { httpStatusCode } = error.$metadata
        if (httpStatusCode === 404 && error.name !== 'NoSuchBucket') return null
        if (httpStatusCode === 416) throw new RangeError('range outside the file')
        throw error
      }
      if (!(found.Body instanceof Readable)) throw new Error('storage response without a file')
      const total = /\/(\d+)$/u.exec(found.ContentRange ?? '')?.[1]
      return { sizeBytes: total === undefined ? (found.ContentLength ?? 0) : Number(total), stream: found.Body }
    },

    delete: async (key) => {
      await client.send(new DeleteObjectCommand({ Bucket, Key: requireSafeKey(key) }))
    },

    list: async function* () {
      for await (const page of paginateListObjectsV2({ client }, { Bucket })) {
        for (const { Key, Size } of page.Contents ?? []) {
          if (Key !== undefined) yield { key: Key, sizeBytes: Size ?? 0 }
        }
      }
    },

    close: () => client.destroy(),
  }
}

function createClient({ region, endpoint, accessKeyId, secretAccessKey, forcePathStyle }: S3Settings): S3Client {
  return new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle,
    ...(endpoint === undefined ? {} : { endpoint }),
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: ANSWER_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
    // Some S3 services lack the newer checksums. The signature already covers the bytes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}
