import type { OpenAPI } from '@orpc/contract'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'

import { Refusal } from '@kundig/contract/errors'
import { LOGO_LIMITS, LOGO_PATH } from '@kundig/contract/site/branding'

import { authorize } from '../../../authorize.ts'
import { describeRefusals } from '../../../platform/http/documented-refusals.ts'
import { matchesEntityTag } from '../../../platform/http/files/entity-tag.ts'
import type { UploadLimiter } from '../../../platform/http/files/upload-limiter.ts'
import type { HttpServer } from '../../../platform/http/http-server.ts'
import { type Identify, identifyViewerOrVisitor, isStillIn } from '../../../viewer.ts'
import { findOperationRefusal } from '../operations.policy.ts'
import type { OperatorService } from '../team/operator.service.ts'
import type { SecondFactorGate } from '../team/second-factor-gate.ts'
import { LOGO_ICONS, type Icon } from './logo-icons.ts'
import type { LogoService } from './logo.service.ts'

const SETTING = '/api/operations/settings/logo'

const asked = z.object({ version: z.coerce.number().int() })
const named = z.object({ version: z.string().regex(/^[0-9a-f]{32}$/u) })

const VERSION = { name: 'version', in: 'query', required: true, schema: { type: 'integer' } } as const
const COMMON = ['NOT_FOUND', 'SECOND_FACTOR_NEEDED', 'SECOND_FACTOR_OFF', 'INVALID_INPUT', 'ROLE_NEEDED'] as const

export const LOGO_PATHS: OpenAPI.PathsObject = {
  '/operations/settings/logo': {
    put: {
      tags: ['Operations'],
      summary: 'Set the logo',
      description:
        'For owners. The body is the file: a PNG of at most 1 MB, which is re-encoded, or an SVG of at most 100 kB, reduced to ' +
        'its shapes: `left_out` names what was removed. Every server shows it within two seconds. `version` is the version that ' +
        'was read: after a change by another operator, nothing is saved. The change is logged.',
      parameters: [VERSION],
      requestBody: { required: true, content: { 'image/*': { schema: { type: 'string', format: 'binary' } } } },
      responses: {
        200: { description: 'The new settings, as in `GET /operations/settings`, with `left_out`' },
        ...describeRefusals(
          ...COMMON,
          'SETTINGS_CHANGED',
          'LOGO_REQUIRED',
          'LOGO_TOO_LARGE',
          'LOGO_UNREADABLE',
          'LOGO_EMPTY',
          'IMAGE_TOO_MANY_PIXELS',
          'UPLOADS_UNDER_WAY',
          'UNAVAILABLE',
        ),
      },
    },
    delete: {
      tags: ['Operations'],
      summary: 'Remove the logo',
      description: 'For owners. The mark that the site comes with is there again.',
      parameters: [VERSION],
      responses: {
        200: { description: 'What is set then, as `GET /operations/settings` says it' },
        ...describeRefusals(...COMMON, 'SETTINGS_CHANGED', 'UPLOADS_UNDER_WAY', 'UNAVAILABLE'),
      },
    },
  },
}

export interface LogoRoutes {
  logos: LogoService
  uploadLimiter: UploadLimiter
  identify: Identify
  operators: Pick<OperatorService, 'findRole'>
  gate: SecondFactorGate
}

/** Serves the logo outside the contract, which uses JSON. */
export async function serveLogo(server: HttpServer, options: LogoRoutes): Promise<void> {
  const { logos, uploadLimiter, identify, operators, gate } = options

  await server.register(async (scope) => {
    // Accounts without a role receive the same response as for an unknown address.
    const received = uploadLimiter.receive(scope, LOGO_LIMITS.pngBytesMax, async (request, reply) => {
      const viewer = await identifyViewerOrVisitor(identify, request, reply)
      const role = viewer && (await operators.findRole(viewer.userId))
      if (viewer === null || role === null) throw new Refusal('NOT_FOUND')
      await gate.require(viewer)
      authorize(findOperationRefusal(role, 'owner'))
      const query = asked.safeParse(request.query)
      if (!query.success) throw new Refusal('INVALID_INPUT')
      if (Number(request.headers['content-length'] ?? 0) > LOGO_LIMITS.pngBytesMax) throw new Refusal('LOGO_TOO_LARGE')
      const { version } = query.data
      return { personId: viewer.userId, isStillIn: isStillIn(identify, request, reply), version }
    })

    scope.put(SETTING, (request) => {
      const { personId, version, body: file, gone, perform } = received(request)
      return perform(async () => {
        const { settings, leftOut, ...set } = await logos.set(personId, { version, file }, gone)
        return { version: set.version, settings, left_out: leftOut }
      })
    })

    scope.delete(SETTING, (request) => {
      const { personId, version, perform } = received(request)
      return perform(() => logos.remove(personId, version))
    })
  })

  server.get(`${LOGO_PATH}/:version`, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const params = named.safeParse(request.params)
    const logo = params.success ? await logos.read(params.data.version) : null
    if (!params.success || !logo) throw new Refusal('NOT_FOUND')
    reply.header('cache-control', 'public, max-age=31536000, immutable').header('etag', `"${params.data.version}"`)
    if (matchesEntityTag(request, `"${params.data.version}"`)) return reply.status(304).send()
    return sendImage(reply, logo)
  })
}

/** Sends an image that stays passive even when opened directly: nothing in the image runs or loads. */
function sendImage(reply: FastifyReply, { content, type }: Icon): FastifyReply {
  return reply
    .header('content-security-policy', "default-src 'none'; img-src data:; sandbox")
    .header('content-disposition', 'inline')
    .type(type)
    .send(content)
}

export function serveLogoIcons(server: HttpServer, logos: LogoService): void {
  let made: { version: string; icons: Map<string, Promise<Icon>> } = { version: '', icons: new Map() }

  async function findIcon(path: string, version: string): Promise<Icon | null> {
    if (made.version !== version) made = { version, icons: new Map() }
    const { icons } = made
    const logo = await logos.read(version)
    const make = LOGO_ICONS[path]
    if (!logo || !make) return null
    const icon = icons.get(path) ?? make(logo)
    icons.set(path, icon)
    icon.catch(() => icons.delete(path))
    return icon
  }

  // Uses a hook, because the routes of these icons already serve the build's files.
  server.addHook('onRequest', async (request, reply) => {
    const { version } = logos.current()
    if (version === '') return undefined
    const path = request.url.split('?')[0] ?? ''
    if (!Object.hasOwn(LOGO_ICONS, path) || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined
    // Serves the build's icons while the database is unavailable and the logo is not cached.
    const icon = await findIcon(path, version).catch(() => null)
    if (!icon) return undefined
    reply.header('cache-control', 'no-cache').header('etag', `"${version}"`)
    if (matchesEntityTag(request, `"${version}"`)) return reply.status(304).send()
    return sendImage(reply, icon)
  })
}
