import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

import type { S3Settings } from '@kundig/server/platform/storage/file-storage'

export interface TestS3 {
  settings: S3Settings
  toType: (key: string) => string | undefined
  stop: () => Promise<void>
}

const BUCKET = 'kundig-files'
const CREDENTIALS = { accessKeyId: 'TEST', secretAccessKey: 'TEST' }

type Objects = Map<string, { type: string | undefined; content: Buffer }>

interface Answer {
  status: number
  headers?: Record<string, string>
  body?: Buffer | string
}

/** Server for the operations of S3 that `s3-storage.ts` uses. It checks the access key, but not the signature. */
export async function startS3(): Promise<TestS3> {
  const objects: Objects = new Map()
  const server = createServer((request, response) => {
    answerRequest(objects, request).then(
      ({ status, headers, body = '' }) =>
        response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers }).end(body),
      () => response.destroy(),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`
  return {
    settings: { bucket: BUCKET, region: 'us-east-1', endpoint, ...CREDENTIALS, forcePathStyle: true },
    toType: (key) => objects.get(key)?.type,
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function answerRequest(objects: Objects, request: IncomingMessage): Promise<Answer> {
  if (!request.headers.authorization?.includes(`Credential=${CREDENTIALS.accessKeyId}/`))
    return createError(403, 'InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.')
  const path = new URL(request.url ?? '/', 'http://s3').pathname
  const [, bucket, ...folders] = path.split('/').map(decodeURIComponent)
  if (bucket !== BUCKET) return createError(404, 'NoSuchBucket', 'The specified bucket does not exist')
  const key = folders.join('/')
  if (key === '') return { status: 200, body: renderList(objects) }
  if (request.method === 'PUT') {
    objects.set(key, { type: request.headers['content-type'], content: await buffer(request) })
    return { status: 200 }
  }
  const found = objects.get(key)
  if (request.method === 'DELETE') {
    objects.delete(key)
    return { status: 204 }
  }
  if (!found) return createError(404, 'NoSuchKey', 'The specified key does not exist.')
  const range = /^bytes=(\d+)-(\d+)$/u.exec(request.headers.range ?? '')
  if (!range) return { status: 200, body: found.content }
  const [first, size] = [Number(range[1]), found.content.length]
  if (first >= size) return createError(416, 'InvalidRange', 'The requested range is not satisfiable')
  const part = found.content.subarray(first, Number(range[2]) + 1)
  return {
    status: 206,
    headers: { 'content-range': `bytes ${first}-${first + part.length - 1}/${size}` },
    body: part,
  }
}

function renderList(objects: Objects): string {
  const files = Array.from(objects, ([key, { content }]) => {
    const name = key.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    return `<Contents><Key>${name}</Key><Size>${content.length}</Size></Contents>`
  })
  return `<ListBucketResult><IsTruncated>false</IsTruncated>${files.join('')}</ListBucketResult>`
}

function createError(status: number, code: string, message: string): Answer {
  return { status, body: `<Error><Code>${code}</Code><Message>${message}</Message></Error>` }
}
