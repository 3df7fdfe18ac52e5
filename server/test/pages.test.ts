import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createHttpServer, type HttpServer } from '../src/platform/http/http-server.ts'
import { createOrigins } from '../src/platform/http/origins.ts'
import { openBuiltFiles } from '../src/platform/http/pages/page-files.ts'
import { createPages } from '../src/platform/http/pages/pages.ts'
import { createLogger } from '../src/platform/logging/logger.ts'

const SECRET = '/with-a-code'

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
  const files = await openBuiltFiles(folder)
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
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

describe('an address that is not served otherwise', () => {
  it.each(['/', '/login', '/LOGIN/', '/login?x=/dev/mail'])('%s is a page of the application', async (url) => {
    const answer = await server.inject(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('The application')
    expect(answer.headers['cache-control']).toBe('private, no-cache')
    expect(answer.headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
  })

  it.each(['/developers', '/help', '/100%25', '/caf%C3%A9?x=%zz', `/${'x'.repeat(5000)}`])(
    '%s is told to be none: to browsers on a page, to programs as any refusal',
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

  it.each(['/metrics', '/health', '/ready'])('%s, where monitors look, is no page even in a browser', async (url) => {
    const answer = await server.inject({ url, headers: { accept: 'text/html,*/*;q=0.8' } })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'NOT_FOUND' })
  })

  it.each(['/dev', '/dev/', '/dev/mail', '/dev/mail/x?y', '/dev?x', '/api/x', '/rpc/x', '/live', '/assets/x.js'])(
    '%s is none',
    async (url) => {
      const answer = await server.inject(url)
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toMatchObject({ defined: true, code: 'NOT_FOUND' })
    },
  )
})

it.each(['/login', '/rpc/x', '/assets/x.js'])('%s says which release the server has', async (url) => {
  expect((await server.inject(url)).headers['x-kundig-release']).toBe('1-abc')
})

describe('an address that cannot be read', () => {
  it.each(['/%E0%A4%A', '/profile/%zz', '/%', `${SECRET}/%zz?code=x`])(
    '%s is a page, and a bad request',
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
  ] as const)('%s %s is refused in the shape of every other refusal', async (method, url) => {
    const answer = await server.inject({ method, url })
    expect(answer.statusCode).toBe(400)
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.json()).toMatchObject({ defined: true, code: 'INVALID_INPUT', status: 400 })
  })

  it.each(['/login?x=%zz', '/?x=%zz'])('is not this one: %s', async (url) => {
    expect((await server.inject(url)).statusCode).toBe(200)
  })
})

describe('a page whose address carries a code', () => {
  it.each(['?code=x', '', '/?code=x', '//'])('tells nobody that address, and is kept by no cache: %j', async (rest) => {
    for (const path of [SECRET, SECRET.toUpperCase()]) {
      const answer = await server.inject(`${path}${rest}`)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['cache-control']).toBe('private, no-store')
      expect(answer.headers['referrer-policy']).toBe('no-referrer')
    }
  })
})

describe('what stands above every page, and what its styles follow', () => {
  it('come with the page, in both languages and as it is at that moment', async () => {
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
