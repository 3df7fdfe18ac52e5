import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createHttpServer, type HttpServer } from '../../src/platform/http/http-server.ts'
import { createOrigins } from '../../src/platform/http/origins.ts'
import { loadPageFiles } from '../../src/platform/http/pages/page-files.ts'
import { createPages } from '../../src/platform/http/pages/pages.ts'
import { createLogger } from '../../src/platform/logging/logger.ts'

const SECRET = '/with-a-code'

const ASSETS = {
  'code-a1.js': 'as it is',
  'code-a1.js.br': 'as brotli',
  'code-a1.js.gz': 'as gzip',
  'code-a1.js.map': '{}',
  'figtree-b2.woff2': 'a font',
}

let folder: string
let marks: string[] = []
let server: HttpServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kundig-pages-'))
  await mkdir(join(folder, 'assets'))
  await mkdir(join(folder, '.vite'))
  await writeFile(join(folder, '.vite/manifest.json'), '{}')
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><html lang="en"><head><meta name="release" content="1-abc"></head><body>The application</body></html>',
  )
  await writeFile(
    join(folder, 'public.html'),
    '<!doctype html><html lang="en"><!--head--><body><!--body--></body></html>',
  )
  await writeFile(join(folder, 'service-worker.js'), '')
  for (const [name, content] of Object.entries(ASSETS)) await writeFile(join(folder, 'assets', name), content)
  await writeFile(join(folder, 'assets', 'late-c3.js'), '')
  const files = await loadPageFiles(folder)
  server = await createHttpServer({
    logger: createLogger('silent'),
    origins: createOrigins(undefined, 3000),
    inlineScripts: files.inlineScripts,
    contentSources: { script: [], frame: [], connect: [] },
    trustedProxies: [],
  })
  await createPages(files, [SECRET], () => ({ name: 'Kundig', head: '', logo: '' }), {
    note: { en: 'Mind <this>', nl: 'Let op' },
    marks: () => marks,
  }).serve(server, {
    isOfApplication: (path) => ['/', '/login', SECRET].includes(path),
    sendUnknown: async (_request, reply) => reply.status(404).type('text/html; charset=utf-8').send('No such page'),
  })
  await rm(join(folder, 'assets', 'late-c3.js'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

describe('an address without a route of its own', () => {
  it.each(['/', '/login', '/LOGIN/', '/login?x=/dev/mail'])('%s is a page of the application', async (url) => {
    const answer = await server.inject(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('The application')
    expect(answer.headers['cache-control']).toBe('private, no-cache')
    expect(answer.headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
    const head = await server.inject({ method: 'HEAD', url })
    expect([head.statusCode, head.body]).toEqual([200, ''])
  })

  it.each(['/developers', '/help', '/100%25', '/caf%C3%A9?x=%zz', `/${'x'.repeat(5000)}`])(
    '%s answers 404, with a page for browsers and an error code for programs',
    async (url) => {
      const page = await server.inject({ url, headers: { accept: 'text/html,*/*;q=0.8' } })
      expect([page.statusCode, page.body]).toEqual([404, 'No such page'])
      for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
        const answer = await server.inject({ url, headers })
        expect(answer.statusCode).toBe(404)
        expect(answer.json()).toMatchObject({ defined: true, code: 'NOT_FOUND' })
      }
    },
  )

  it.each(['/metrics', '/health', '/ready'])(
    '%s answers browsers with an error code instead of a page',
    async (url) => {
      const answer = await server.inject({ url, headers: { accept: 'text/html,*/*;q=0.8' } })
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toMatchObject({ code: 'NOT_FOUND' })
    },
  )

  it.each(['/dev', '/dev/', '/dev/mail', '/dev/mail/x?y', '/dev?x', '/api/x', '/rpc/x', '/live', '/assets/x.js'])(
    '%s is not a page',
    async (url) => {
      const answer = await server.inject(url)
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toMatchObject({ defined: true, code: 'NOT_FOUND' })
    },
  )
})

it.each(['/login', '/rpc/x', '/assets/x.js'])('%s includes the server’s release', async (url) => {
  expect((await server.inject(url)).headers['x-kundig-release']).toBe('1-abc')
})

describe('a file of the build', () => {
  const get = (name: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    server.inject({ method, url: `/assets/${name}`, headers })

  it.each([
    ['gzip, deflate, br, zstd', 'as brotli', 'br'],
    ['gzip', 'as gzip', 'gzip'],
    ['br;q=0, gzip', 'as gzip', 'gzip'],
    ['identity', 'as it is', undefined],
  ])('is served in the encoding that its client accepts: %s', async (accepted, body, encoding) => {
    for (const answer of [
      await get('code-a1.js', { 'accept-encoding': accepted }),
      await get('code-a1.js', { 'accept-encoding': accepted }),
    ]) {
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toBe(body)
      expect(answer.headers['content-encoding']).toBe(encoding)
      expect(answer.headers['content-length']).toBe(String(body.length))
      expect(answer.headers['content-type']).toBe('application/javascript; charset=utf-8')
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(answer.headers['vary']).toBe('accept-encoding')
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
    }
  })

  it('a file that is not text is served uncompressed', async () => {
    const answer = await get('figtree-b2.woff2', { 'accept-encoding': 'gzip, br' })
    expect(answer.body).toBe('a font')
    expect(answer.headers['content-type']).toBe('font/woff2')
    expect(answer.headers['content-encoding']).toBeUndefined()
  })

  it('is not sent again if the ETag matches the encoding', async () => {
    const { etag = '' } = (await get('code-a1.js', { 'accept-encoding': 'br' })).headers
    const held = await get('code-a1.js', { 'accept-encoding': 'br', 'if-none-match': etag })
    expect(held.statusCode).toBe(304)
    expect(held.body).toBe('')
    const other = await get('code-a1.js', { 'accept-encoding': 'gzip', 'if-none-match': etag })
    expect(other.body).toBe('as gzip')
  })

  it('returns its length on HEAD, without its content', async () => {
    const answer = await get('code-a1.js', {}, 'HEAD')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-length']).toBe(String(ASSETS['code-a1.js'].length))
    expect(answer.body).toBe('')
  })

  it('source maps are served', async () => {
    expect((await get('code-a1.js.map')).body).toBe('{}')
  })

  it.each([
    'code-a1.js.br',
    'code-a2.js',
    '..%2findex.html',
    '..%2f.vite%2fmanifest.json',
    'code-a1.js%00',
    '__proto__',
  ])('is not found under %s', async (name) => {
    const answer = await get(name)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'NOT_FOUND' })
    expect(answer.headers['cache-control']).toBeUndefined()
  })

  it('is not found while it is missing, and is found after its return', async () => {
    const path = join(folder, 'assets', 'late-c3.js')
    expect((await get('late-c3.js')).statusCode).toBe(404)
    await writeFile(path, 'back')
    expect((await get('late-c3.js')).body).toBe('back')
  })
})

describe('an undecodable address', () => {
  it.each(['/%E0%A4%A', '/profile/%zz', '/%', `${SECRET}/%zz?code=x`])(
    '%s is answered with a page and 400',
    async (url) => {
      const answer = await server.inject(url)
      expect(answer.statusCode).toBe(400)
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(answer.headers['content-security-policy']).toContain("default-src 'self'")
      expect(answer.body).toContain('The application')
      expect(answer.body).not.toContain('%')
    },
  )

  it.each([
    ['GET', '/api/%zz'],
    ['GET', '/api/profiles/%E0%A4%A'],
    ['POST', '/rpc/%'],
    ['POST', '/%E0%A4%A'],
    ['GET', '/assets/%zz.js'],
  ] as const)('%s %s is refused with a standard error', async (method, url) => {
    const answer = await server.inject({ method, url })
    expect(answer.statusCode).toBe(400)
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.json()).toMatchObject({ defined: true, code: 'INVALID_INPUT', status: 400 })
  })

  it.each(['/login?x=%zz', '/?x=%zz'])('is not refused if only the query is undecodable: %s', async (url) => {
    expect((await server.inject(url)).statusCode).toBe(200)
  })
})

describe('a page with a code in its address', () => {
  it.each(['?code=x', '', '/?code=x', '//'])('sends no referrer, and is not cached: %j', async (rest) => {
    for (const path of [SECRET, SECRET.toUpperCase()]) {
      const answer = await server.inject(`${path}${rest}`)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['cache-control']).toBe('private, no-store')
      expect(answer.headers['referrer-policy']).toBe('no-referrer')
    }
  })
})

describe('the notice above every page, and the language and theme', () => {
  it('the page contains the current notice, language and theme', async () => {
    const first = await server.inject({ url: '/login', headers: { cookie: 'language=nl; darkMode=true' } })
    expect(first.body).toContain(
      '<body><aside class="note-above"><span lang="en">Mind &lt;this&gt;</span><span lang="nl">Let op</span></aside>',
    )
    expect(first.body).toContain('<html lang="nl" class="dark">')
    marks = ['data-marked']
    expect((await server.inject({ url: '/login' })).body).toContain('<html lang="en" data-marked>')
    marks = []
  })
})
