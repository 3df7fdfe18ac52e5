import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join, normalize } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

import { findFreePort } from '@kundig/server/platform/http/free-port'

const ASSETS = join(import.meta.dirname, '../../../web/dist/client')

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
  txt: 'text/plain; charset=utf-8',
}

/** Transport headers, which the copy's server sets itself. */
const NOT_COPIED = ['connection', 'content-encoding', 'content-length', 'date', 'keep-alive', 'transfer-encoding']

export interface StaticCopy {
  url: string
  bytes: number
  close: () => Promise<void>
}

/** Saves the page at `url`, and serves it and the built assets with the same compression and caching. */
export async function serveStaticCopy(url: string): Promise<StaticCopy> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'br', 'accept-language': 'en-US' } })
  const port = await findFreePort()
  const base = `http://localhost:${port}`
  // The page's head must name the copy's URL: otherwise search engines would treat the page as a duplicate.
  const html = (await answer.text()).replaceAll(url, base)
  const page = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !NOT_COPIED.includes(name)))
  const robots = Buffer.from('User-agent: *\n')

  const server = createServer((request, response) => {
    const path = normalize(request.url ?? '/')
    if (path === '/') return response.writeHead(200, { ...headers, 'content-encoding': 'br' }).end(page)
    if (path === '/robots.txt') return response.writeHead(200, { 'content-type': TYPES['txt'] }).end(robots)
    void readAsset(path).then(
      ({ headers: own, body }) => response.writeHead(200, own).end(body),
      () => response.writeHead(404).end(),
    )
    return undefined
  })
  await new Promise<void>((resolve) => {
    server.listen(port, 'localhost', resolve)
  })
  return {
    url: base,
    bytes: page.length,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function readAsset(path: string): Promise<{ headers: Record<string, string>; body: Buffer }> {
  const type = TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
  const cached = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
  const headers = { 'content-type': type, 'cache-control': cached }
  const compressed = await readFile(join(ASSETS, `${path}.br`)).catch(() => null)
  if (compressed) return { headers: { ...headers, 'content-encoding': 'br' }, body: compressed }
  return { headers, body: await readFile(join(ASSETS, path)) }
}
