import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { HeadObjectCommand, S3Client } from '@aws-sdk/client-s3'
import S3rver from 's3rver'

import { freePort } from '@kundig/server/platform/http/free-port'
import type { S3Settings } from '@kundig/server/platform/storage/file-storage'

export interface TestS3 {
  settings: S3Settings
  /** The type that a file was stored with. */
  typeOf: (key: string) => Promise<string | undefined>
  stop: () => Promise<void>
}

/** A server that speaks S3's protocol, with an empty bucket. It checks who asks, but not their signature. */
export async function startS3(): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), 'kundig-s3-'))
  const port = await freePort()
  const bucket = 'kundig-files'
  const server = new S3rver({
    address: '127.0.0.1',
    port,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  await server.run()
  // The only account that this server knows.
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  const endpoint = `http://127.0.0.1:${port}`
  const client = new S3Client({ region: 'us-east-1', endpoint, forcePathStyle: true, credentials })
  return {
    settings: { bucket, region: 'us-east-1', endpoint, ...credentials, forcePathStyle: true },
    typeOf: async (key) => (await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }))).ContentType,
    stop: async () => {
      client.destroy()
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
