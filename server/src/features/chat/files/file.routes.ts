import type { OpenAPI } from '@orpc/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { Refusal } from '@kundig/contract/errors'
import { FILES } from '@kundig/contract/limits'
import { RAW_LIMITS } from '@kundig/contract/raw-limits'
import { id, createRawTextSchema, createStorableTextSchema } from '@kundig/contract/schemas'

import { describeRefusals } from '../../../platform/http/documented-refusals.ts'
import { parseByteRange } from '../../../platform/http/files/byte-range.ts'
import { formatContentDisposition } from '../../../platform/http/files/content-disposition.ts'
import { matchesEntityTag } from '../../../platform/http/files/entity-tag.ts'
import type { UploadLimiter } from '../../../platform/http/files/upload-limiter.ts'
import type { HttpServer } from '../../../platform/http/http-server.ts'
import { type Identify, isStillIn, type Viewer } from '../../../viewer.ts'
import { FILES_PATH } from './file-address.ts'
import type { FileService, FileToRead, Upload } from './file.service.ts'

const FILES_OF_ROOM = '/api/chat-rooms/:roomId/files'

const rooms = z.object({ roomId: id })
export const UPLOAD_QUERY = z.strictObject({ client_id: id, name: createRawTextSchema(RAW_LIMITS.fileName) })
const addresses = z.object({
  roomId: id,
  storedName: createStorableTextSchema(RAW_LIMITS.fileName),
})

export const FILE_PATHS: OpenAPI.PathsObject = {
  '/chat-rooms/{room_id}/files': {
    post: {
      tags: ['Chat'],
      summary: 'Send a file',
      description:
        'The body is the file: JPEG, PNG, GIF, PDF, Word (doc, docx), Excel (xlsx), PowerPoint (pptx), OpenDocument text ' +
        '(odt), or text in UTF-8 (txt, csv), at most 5 MB, under its own Content-Type and with an extension that goes ' +
        'with it. Macros are refused. An image is kept upright, at most 1920 pixels long and 1 MB large, and ' +
        'without any data about where or how it was taken. One that is too large may become a JPEG, and an animation ' +
        'is made smaller or becomes a still PNG or JPEG: the answer says which type and name it has. Repeating a call ' +
        'with the same `client_id` sends nothing again and answers with the first message. At most 10 files a minute. ' +
        'Two are taken at a time; others wait a while for their turn.',
      parameters: [
        { name: 'room_id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
        { name: 'client_id', in: 'query', required: true, schema: { type: 'string', format: 'uuid' } },
        { name: 'name', in: 'query', required: true, schema: { type: 'string' }, description: "The file's name" },
      ],
      requestBody: { required: true, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } },
      responses: {
        200: { description: 'The message, whose `file` says where the file can be read' },
        ...describeRefusals(
          'NO_SESSION',
          'ROOM_NOT_FOUND',
          'ROOM_CLOSED',
          'INVALID_INPUT',
          'FILE_TOO_LARGE',
          'FILE_TYPE_INVALID',
          'FILE_EXTENSION_INVALID',
          'IMAGE_TOO_MANY_PIXELS',
          'IMAGE_UNREADABLE',
          'UPLOAD_RATE_EXCEEDED',
          'UPLOADS_UNDER_WAY',
          'TOO_MANY_ATTEMPTS',
          'FILE_SEND_FAILED',
          'UNAVAILABLE',
        ),
      },
    },
  },
}

export interface FileRoutes {
  files: FileService
  uploadLimiter: UploadLimiter
  identify: Identify
  countUpload: (userId: string) => Promise<void>
}

/** Serves files outside the JSON contract, because the request body is the file itself. */
export async function serveFiles(
  server: HttpServer,
  { files, uploadLimiter, identify, countUpload }: FileRoutes,
): Promise<void> {
  async function requireViewer(request: FastifyRequest, reply: FastifyReply): Promise<Viewer> {
    const viewer = await identify(request, reply)
    if (!viewer) throw new Refusal('NO_SESSION')
    return viewer
  }

  await server.register(async (scope) => {
    scope.setErrorHandler(async (error) => {
      throw isTooLarge(error) ? new Refusal('FILE_TOO_LARGE') : error
    })

    const received = uploadLimiter.receive(scope, FILES.bytesMax, async (request, reply) => {
      const { userId: personId } = await requireViewer(request, reply)
      const upload = readUpload(request)
      const length = request.headers['content-length']
      const prepared = await files.prepare(personId, upload, length === undefined ? undefined : Number(length))
      if (prepared.known) {
        await reply.send(prepared.known)
        return null
      }
      const { end: onEnd } = prepared
      try {
        await countUpload(personId)
      } catch (error) {
        onEnd()
        throw error
      }
      return { personId, isStillIn: isStillIn(identify, request, reply), onEnd, upload }
    })

    scope.post(FILES_OF_ROOM, (request) => {
      const { personId, upload, body, gone, perform } = received(request)
      return perform(() => files.send(personId, upload, body, gone))
    })
  })

  for (const kind of ['files', 'thumbnails'] as const) {
    server.get(`${FILES_PATH}/:roomId/${kind}/:storedName`, async (request, reply) => {
      // Forbids caching until the response is known to be cacheable.
      reply.header('cache-control', 'no-store')
      const viewer = await requireViewer(request, reply)
      const address = addresses.safeParse(request.params)
      if (!address.success) throw new Refusal('FILE_NOT_FOUND')
      const file = await files.find(viewer.userId, address.data.roomId, kind, address.data.storedName)
      return sendFile(request, reply, file, kind === 'thumbnails')
    })
  }
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileToRead,
  isThumbnail: boolean,
): Promise<FastifyReply> {
  const etag = `"${file.tag}"`
  if (matchesEntityTag(request, etag)) return setCacheHeaders(reply, etag).status(304).send()
  let range
  try {
    range = isThumbnail ? null : parseByteRange(readRangeHeader(request, etag), file.sizeBytes)
  } catch {
    return reply.status(416).header('content-range', `bytes */${file.sizeBytes}`).send()
  }
  const { stream, sizeBytes } = await file.open(range)
  const kind = file.type.startsWith('image/') ? 'inline' : 'attachment'
  setCacheHeaders(reply, etag)
    .header('accept-ranges', isThumbnail ? 'none' : 'bytes')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', isThumbnail ? kind : formatContentDisposition(kind, file.name))
    .type(file.type)
  if (!range) return reply.header('content-length', sizeBytes).send(stream)
  return reply
    .status(206)
    .header('content-range', `bytes ${range.first}-${range.last}/${sizeBytes}`)
    .header('content-length', range.last - range.first + 1)
    .send(stream)
}

/** Makes browsers revalidate each time: on a shared computer, the next person must not see the file. */
function setCacheHeaders(reply: FastifyReply, etag: string): FastifyReply {
  return reply.header('cache-control', 'private, no-cache').header('vary', 'cookie').header('etag', etag)
}

/** Ignores the range if If-Range names another version of the file. */
function readRangeHeader(request: FastifyRequest, etag: string): string | undefined {
  const condition = request.headers['if-range']
  if (request.method !== 'GET' || (condition !== undefined && condition !== etag)) return undefined
  return request.headers.range
}

function readUpload(request: FastifyRequest): Upload {
  const room = rooms.safeParse(request.params)
  if (!room.success) throw new Refusal('ROOM_NOT_FOUND')
  const upload = UPLOAD_QUERY.safeParse(request.query)
  if (!upload.success) throw new Refusal('INVALID_INPUT', String(upload.error.issues[0]?.path[0] ?? '') || undefined)
  const { client_id: clientId, name } = upload.data
  return { roomId: room.data.roomId, clientId, name, type: request.headers['content-type'] ?? '' }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
}
