import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

import type { FastifyReply } from 'fastify'

import { matchesEntityTag } from '../files/entity-tag.ts'
import type { HttpServer } from '../http-server.ts'
import { chooseEncoding } from './preferences.ts'

/** Content types of files that pages load. Source maps are excluded: they are large and rarely requested. */
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
}

const COPIES = { br: '.br', gzip: '.gz' } as const

export const ASSET_FILES = 'assets/*.{js,css,woff2}'

/** Cache-Control for files whose names contain a hash of the content. */
export const KEPT_FOREVER = 'public, max-age=31536000, immutable'

/** Serves the build's assets from memory: a page loads dozens of files, and opening a file is slow. */
export async function serveAssets(server: HttpServer, folder: string): Promise<void> {
  const assets = join(folder, 'assets')
  const names = new Set(await readdir(assets).catch(() => []))
  const contents = new Map<string, Promise<Buffer>>()

  function readAsset(name: string): Promise<Buffer> {
    const known = contents.get(name)
    if (known) return known
    const content = readFile(join(assets, name))
    contents.set(name, content)
    // A failed read is not cached: a new build replaces the files, and a later read may succeed.
    content.catch(() => contents.delete(name))
    return content
  }

  server.get<{ Params: { name: string } }>('/assets/:name', async (request, reply): Promise<FastifyReply> => {
    const { name } = request.params
    const type = TYPES[extname(name)]
    if (type === undefined || !names.has(name)) return replyNotFound(reply)
    const encodings = (['br', 'gzip'] as const).filter((encoding) => names.has(name + COPIES[encoding]))
    const encoding = encodings.length === 0 ? null : chooseEncoding(request, encodings)
    const file = encoding === null ? name : name + COPIES[encoding]
    const content = await readAsset(file).catch(() => null)
    if (content === null) return replyNotFound(reply)
    const etag = `"${file}"`
    reply.header('cache-control', KEPT_FOREVER).header('vary', 'accept-encoding').header('etag', etag)
    if (matchesEntityTag(request, etag)) return reply.status(304).send()
    if (encoding !== null) reply.header('content-encoding', encoding)
    return reply.type(type).send(content)
  })
}

function replyNotFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound()
  return reply
}
