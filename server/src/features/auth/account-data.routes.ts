import type { OpenAPI } from '@orpc/contract'

import { Refusal } from '@kundig/contract/errors'

import type { OwnData } from '../../own-data.ts'
import type { Database } from '../../platform/database/database.ts'
import { describeRefusals } from '../../platform/http/documented-refusals.ts'
import { streamPieces } from '../../platform/http/files/answer-pieces.ts'
import { formatContentDisposition } from '../../platform/http/files/content-disposition.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import { isForeign, type Origins } from '../../platform/http/origins.ts'
import type { Identify } from '../../viewer.ts'

export const ACCOUNT_DATA_PATHS: OpenAPI.PathsObject = {
  '/account/data': {
    get: {
      tags: ['Auth'],
      summary: 'Export your data',
      description:
        'One JSON file. It has no passwords, keys or tokens, and not what others said of you. Addresses in it follow ' +
        '`site`, and are read while logged in. It is read piece by piece: what changes meanwhile may be in it or not. ' +
        'At most five a day.',
      responses: {
        200: {
          description: 'The file, as an attachment',
          content: { 'application/json': { schema: { type: 'object' } } },
        },
        ...describeRefusals('FORBIDDEN', 'NO_SESSION', 'TOO_MANY_ATTEMPTS', 'UNAVAILABLE'),
      },
    },
  },
}

export interface AccountDataRoutes {
  db: Database
  parts: OwnData
  /** Also identifies suspended and banned people. */
  identifyAccount: Identify
  count: (userId: string) => Promise<void>
  origins: Origins
}

export function serveAccountData(
  server: HttpServer,
  { db, parts, identifyAccount, count, origins }: AccountDataRoutes,
): void {
  server.get('/api/account/data', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    // Without this check, a link on another site could use up a person's daily limit.
    if (isForeign(request.headers, origins)) throw new Refusal('FORBIDDEN')
    const viewer = await identifyAccount(request, reply)
    if (!viewer) throw new Refusal('NO_SESSION')
    if (request.method !== 'HEAD') await count(viewer.userId)
    const today = new Date().toISOString()
    const body = await streamPieces(
      viewer.userId,
      streamJson(db, parts, viewer.userId, { site: origins.base, made_at: today }),
    )
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('content-disposition', formatContentDisposition('attachment', `kundig-${today.slice(0, 10)}.json`))
    return reply.send(body)
  })
}

/** Streams one JSON object, so that long lists are never in memory as a whole. */
async function* streamJson(db: Database, parts: OwnData, userId: string, about: object): AsyncGenerator<string, void> {
  let text = JSON.stringify(about).slice(0, -1)
  for (const [name, read] of Object.entries(parts)) {
    const held = read(db, userId)
    text += `,\n${JSON.stringify(name)}:`
    if (!(Symbol.asyncIterator in held)) {
      yield text + JSON.stringify((await held) ?? null)
      text = ''
      continue
    }
    let between = '['
    for await (const item of held) {
      text += `${between}\n${JSON.stringify(item)}`
      between = ','
      if (text.length < PIECE_LENGTH) continue
      yield text
      text = ''
    }
    text += between === '[' ? '[]' : '\n]'
  }
  yield `${text}}\n`
}

/** Minimum length of a chunk before it is sent (characters). */
const PIECE_LENGTH = 32_768
