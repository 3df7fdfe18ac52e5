import { request } from 'node:http'
import { connect } from 'node:net'

import { createPdf } from '@kundig/testing/files/made-files'
import { fetchContent, sendFile } from '@kundig/testing/people/file-sending'
import { toCookieHeader } from '@kundig/testing/people/test-client'

import type { Report } from './report.ts'
import type { TestEnvironment } from './test-environment.ts'
import type { Watch } from './watch.ts'

export async function explorePages(environment: TestEnvironment, report: Report, watch: Watch): Promise<void> {
  const { site, sql } = environment
  const [ann, bob, eve] = await Promise.all([site.profiled(), site.profiled(), site.profiled()])
  const roomId = (await site.room(ann, bob)).id
  const page = async (path: string, headers: Record<string, string> = {}): Promise<string> =>
    (await fetch(`${site.url}${path}`, { headers, redirect: 'manual' })).text()
  const bytes = (text: string): Promise<string> =>
    new Promise((resolve) => {
      const { port, hostname } = new URL(site.url)
      const socket = connect(Number(port), hostname, () => socket.write(text))
      let answer = ''
      socket.setTimeout(3000, () => socket.destroy())
      socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
      socket.on('error', () => undefined)
      socket.on('close', () => {
        for (const status of answer.matchAll(/^HTTP\/1\.1 (\d{3})/gmu))
          watch.judge('raw bytes', Number(status[1]), 'text/plain', answer)
        resolve(answer)
      })
    })

  await report.exploratory('Pages: markup in names, bios, cookies, addresses and hosts', async (attempt) => {
    const nasty = `</script><script>alert(1)</script> "onload="alert(1) <!-- & $& \u2028 ]]> {{7*7}}`
    const artist = await site.profiled({ full_name: 'Script Artist', bio: 'placeholder' })
    await sql('UPDATE profiles SET bio = $1, full_name = $2 WHERE id = $3', [
      nasty,
      `</title><script>alert(2)</script>`,
      artist.id,
    ])
    for (const path of [
      `/profile/${artist.id}`,
      '/',
      `/?q=${encodeURIComponent('<script>alert(3)</script>')}`,
      `/?category=${encodeURIComponent('"><script>alert(4)</script>')}`,
      `/?lang=${encodeURIComponent('"><script>alert(5)</script>')}`,
      `/profile/${encodeURIComponent('"><script>alert(6)</script>')}`,
      '//evil.example/%2f..',
      `/login?next=${encodeURIComponent('javascript:alert(7)')}`,
      '/%22%3E%3Cscript%3Ealert(8)%3C/script%3E',
    ]) {
      const html = await page(path)
      await attempt(`${path.slice(0, 40)}: no script of theirs`, () => /<script>\s*alert/u.test(html), false)
      await attempt(
        `${path.slice(0, 40)}: data is data`,
        () =>
          Array.from(
            html.matchAll(/<script type="application\/(?:ld\+)?json"[^>]*>([\s\S]*?)<\/script>/gu),
            ([, data = '']) => JSON.parse(data) !== undefined,
          ).every(Boolean),
        true,
      )
    }
    for (const headers of [
      { cookie: 'language="><script>alert(1)</script>; darkMode="><script>alert(1)</script>' },
      { 'accept-language': '"><script>alert(1)</script>' },
      { 'x-kundig-locale': '"><script>alert(1)' },
    ] as Record<string, string>[]) {
      await attempt(
        JSON.stringify(headers).slice(0, 50),
        async () => (await page('/', headers)).includes('<script>alert'),
        false,
      )
    }
    const hosted = (path: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const call = request(`${site.url}${path}`, {
          headers: {
            host: 'evil.example',
            'x-forwarded-host': 'evil.example',
            'x-forwarded-proto': 'https',
            'x-original-url': '/evil.example',
            'x-rewrite-url': '/evil.example',
          },
        })
        call.on('response', (response) => {
          let text = JSON.stringify(response.headers)
          response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
          response.on('end', () => resolve(text))
        })
        call.on('error', reject)
        call.end()
      })
    for (const path of [
      '/',
      `/profile/${eve.id}`,
      '/robots.txt',
      '/sitemap.xml',
      '/api/openapi.json',
      '/api/docs',
      '/login',
    ]) {
      await attempt(`a forged host at ${path}`, async () => (await hosted(path)).includes('evil.example'), false)
    }
    await attempt(
      'pages that depend on cookies say so',
      async () => (await fetch(`${site.url}/`)).headers.get('vary'),
      /cookie/u,
    )
  })

  await report.exploratory('Sent elsewhere, cached, smuggled, or in a header', async (attempt) => {
    for (const path of [
      '//evil.example',
      '/\\evil.example',
      '/%2f%2fevil.example',
      '/https://evil.example',
      '/api/auth/google/start?redirect=https://evil.example',
      '/api/auth/callback/google?redirect_uri=//evil.example',
      '/stripe/return?url=https://evil.example',
      '/api/docs/..%2f..%2f',
      '/stripe-simulator/hosted/onboarding/x?return_url=https://evil.example',
    ]) {
      await attempt(
        path,
        async () => {
          const { headers } = await fetch(site.url + path, { redirect: 'manual' })
          return /^(?:https?:)?[/\\]{2}(?!(?:localhost|127\.0\.0\.1)[:/])/u.test(headers.get('location') ?? '')
        },
        false,
      )
    }
    const onboarding = await site.must<{ url: string }>(eve, 'POST', '/api/payments/account/onboarding')
    await attempt('where the onboarding leads', () => new URL(onboarding.url).hostname, /^(?:localhost|127\.0\.0\.1)$/u)
    const answers = await Promise.all(
      [
        'GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n',
        'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcde',
        'GET /healthz HTTP/1.1\r\nHost: a\r\nX: a\nb: c\r\n\r\n',
        'GET /healthz HTTP/1.1\r\n Host: a\r\n\r\n',
        'GET /healthz HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : chunked\r\n\r\n',
        `GET /${'x'.repeat(40_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
        `GET /healthz HTTP/1.1\r\nHost: a\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`,
        '\u0000\u0001\u0002\r\n\r\n',
      ].map(bytes),
    )
    for (const [index, answer] of answers.entries()) {
      await attempt(
        `broken request ${index + 1}`,
        () => /^(?:HTTP\/1\.1 4\d\d[^\r]*\r\n[\s\S]*)?$/u.test(answer) && !answer.includes('HTTP/1.1 200'),
        true,
      )
    }
    const hop = await fetch(`${site.url}/api/profiles?limit=1`, {
      headers: { 'x-forwarded-for': '1\'"; DROP TABLE x', forwarded: 'for="[::1]"' },
    })
    await attempt('an address that is none', () => hop.status, 200)
    await attempt(
      'polluted by nothing of it',
      async () => JSON.stringify((await site.api(null, 'GET', '/api/payments/configuration')).body).includes('admin'),
      false,
    )
    await attempt(
      'a file’s thumbnail of no image',
      async () => {
        const { body } = await sendFile(site.url, ann, roomId, { content: createPdf(), name: 'a\r\nX-Evil: 1.pdf' })
        const { headers, status } = await fetchContent(site.url, bob, body.file.url)
        return `${status} ${headers.get('x-evil')}`
      },
      '200 null',
    )
    await attempt(
      'personal answers are not cached',
      async () =>
        (await fetch(`${site.url}/api/chat-rooms`, { headers: { cookie: toCookieHeader(ann) } })).headers.get(
          'cache-control',
        ),
      'no-store',
    )
    await attempt(
      'under the name of a picture',
      async () =>
        (await fetch(`${site.url}/api/chat-rooms/x.css`, { headers: { cookie: toCookieHeader(ann) } })).headers.get(
          'cache-control',
        ),
      'no-store',
    )
  })
}
