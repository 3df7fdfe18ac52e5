import type { OpenAPI } from '@orpc/contract'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

import { Refusal } from '@kundig/contract/errors'
import { id } from '@kundig/contract/schemas'

import { describeRefusals } from '../../../platform/http/documented-refusals.ts'
import { matchesEntityTag } from '../../../platform/http/files/entity-tag.ts'
import type { UploadLimiter } from '../../../platform/http/files/upload-limiter.ts'
import type { HttpServer } from '../../../platform/http/http-server.ts'
import { type Identify, identifyViewerOrVisitor, isStillIn } from '../../../viewer.ts'
import { PICTURES_PATH } from './picture-address.ts'
import type { PictureService } from './picture.service.ts'

/** Maximum size of an uploaded image (bytes). Our own pages send at most 1 MB. */
const UPLOAD_MAX_BYTES = 5 * 1024 * 1024

const PICTURE_OF_PROFILE = '/api/profiles/:id/picture'

const ids = z.object({ id })
const versions = z.object({ v: z.string() })

export const PICTURE_PATHS: OpenAPI.PathsObject = {
  '/profiles/{id}/picture': {
    put: {
      tags: ['Profiles'],
      summary: 'Set your picture',
      description:
        'The body is the image: JPEG, PNG, GIF, WebP or AVIF, at most 5 MB. It is kept as a square of at most ' +
        '400 pixels, without any data about where or how it was taken. The profile must be there.',
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
      requestBody: { required: true, content: { 'image/*': { schema: { type: 'string', format: 'binary' } } } },
      responses: {
        200: { description: 'The address of the new picture, in `profile_picture_url`' },
        ...describeRefusals(
          'IMAGE_REQUIRED',
          'NO_SESSION',
          'FORBIDDEN',
          'PROFILE_NOT_FOUND',
          'TOO_LARGE',
          'IMAGE_HEIC',
          'UPLOADS_UNDER_WAY',
          'TOO_MANY_ATTEMPTS',
          'UNAVAILABLE',
        ),
      },
    },
    delete: {
      tags: ['Profiles'],
      summary: 'Remove your picture',
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
      responses: {
        200: { description: 'There is none now' },
        ...describeRefusals('NO_SESSION', 'FORBIDDEN', 'PROFILE_NOT_FOUND', 'UPLOADS_UNDER_WAY', 'UNAVAILABLE'),
      },
    },
  },
}

export interface PictureRoutes {
  pictures: PictureService
  uploadLimiter: UploadLimiter
  identify: Identify
  /** @throws Refusal TOO_MANY_ATTEMPTS */
  countUpload: (userId: string) => Promise<void>
}

/** Serves routes outside the JSON contract, because the body is the image itself. */
export async function servePictures(server: HttpServer, options: PictureRoutes): Promise<void> {
  const { pictures, uploadLimiter, identify, countUpload } = options

  await server.register(async (scope) => {
    const received = uploadLimiter.receive(scope, UPLOAD_MAX_BYTES, async (request, reply) => {
      const viewer = await identify(request, reply)
      if (!viewer) throw new Refusal('NO_SESSION')
      await pictures.requireWritable(viewer, requireId(request))
      if (request.method === 'PUT') await countUpload(viewer.userId)
      return { personId: viewer.userId, isStillIn: isStillIn(identify, request, reply) }
    })

    scope.put(PICTURE_OF_PROFILE, (request) => {
      const { body, gone, perform } = received(request)
      return perform(async () => ({ profile_picture_url: await pictures.save(requireId(request), body, gone) }))
    })

    scope.delete(PICTURE_OF_PROFILE, (request) =>
      received(request).perform(async () => {
        await pictures.remove(requireId(request))
        return { profile_picture_url: null }
      }),
    )
  })

  server.get(`${PICTURES_PATH}/:id`, async (request, reply) => {
    const version = versions.safeParse(request.query).data?.v
    // The answer must not be cached until the picture is known to be public.
    reply.header('cache-control', 'no-store')
    if (version === undefined) throw new Refusal('NOT_FOUND')
    const { isPublic, open } = await pictures.find(requireId(request), version, () =>
      identifyViewerOrVisitor(identify, request, reply),
    )
    const etag = `"${version}"`
    const picture = matchesEntityTag(request, etag) ? null : await open()
    // Browsers revalidate a private picture each time, because the permission may end.
    reply.header('cache-control', isPublic ? 'public, max-age=31536000, immutable' : 'private, no-cache')
    reply.header('etag', etag)
    if (!isPublic) reply.header('vary', 'cookie')
    if (!picture) return reply.status(304).send()
    return reply
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', 'inline')
      .type(picture.contentType)
      .send(picture.content)
  })
}

/** @throws Refusal PROFILE_NOT_FOUND */
function requireId(request: FastifyRequest): string {
  const parsed = ids.safeParse(request.params)
  if (!parsed.success) throw new Refusal('PROFILE_NOT_FOUND')
  return parsed.data.id
}
