import { request as httpRequest } from 'node:http'

import { describe, expect, it } from 'vitest'

import { createTestApp } from '@kundig/testing/server/test-app'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const OFF = { mail: { smtpUrl: undefined, from: undefined, localPage: false } }

const app = useTestApp()

async function read(path: string): Promise<{ status: number; text: string; headers: Headers }> {
  const response = await fetch(`${app.url}${path}`)
  return { status: response.status, text: await response.text(), headers: response.headers }
}

describe('without a mail server', () => {
  it('mails are shown on a page, newest first', async () => {
    const { email } = await app.signUp()
    await app.mails(email)
    await app.api(null, 'POST', '/api/password-reset', { email })
    const [confirmation, reset] = await app.mails(email, 2)
    expect(confirmation?.subject).toBe('Confirm your email address for Kundig')
    expect(reset?.subject).toBe('Reset your Kundig password')

    const list = await read('/dev/mail')
    expect(list.status).toBe(200)
    expect(list.headers.get('cache-control')).toBe('no-store')
    expect(list.text).toContain(email)
    expect(list.text.indexOf('Reset your')).toBeLessThan(list.text.indexOf('Confirm your'))

    const path = /href="(\/dev\/mail\/[^"]+)"/u.exec(list.text)?.[1] ?? ''
    const mail = await read(path)
    expect(mail.status).toBe(200)
    expect(mail.text).toContain('sandbox="allow-top-navigation-by-user-activation"')
    expect(mail.text).toMatch(/<pre[\s\S]*<a href="http:\/\/localhost:\d+\/reset-password\?oobCode=[\w-]{43}">/u)
    expect(mail.text).not.toContain('<script')

    const html = await read(`${path}/html`)
    expect(html.text).toContain('Choose a new password')
    expect(html.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(html.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  })

  it('the page uses the language that its reader chose', async () => {
    const { email } = await app.signUp()
    await app.mails(email)
    const inLanguage = async (language: string): Promise<string> =>
      (await fetch(`${app.url}/dev/mail`, { headers: { cookie: `language=${language}` } })).text()
    expect(await inLanguage('nl')).toMatch(/<html lang="nl">[\s\S]*Deze server verstuurt geen mail[\s\S]*>Aan /u)
    expect(await inLanguage('en')).toMatch(/<html lang="en">[\s\S]*This server sends no email[\s\S]*>To /u)
  })

  it.each(['/dev/mail/x', '/dev/mail/%00', '/dev/mail/01890000-0000-7000-8000-000000000001', '/dev/mail/..%2f..%2f'])(
    'no mail exists at %s',
    async (path) => {
      expect((await read(path)).status).toBe(404)
    },
  )

  it('the page is served under our own host name only', async () => {
    const status = await new Promise((resolve, reject) => {
      httpRequest(`${app.url}/dev/mail`, { headers: { host: 'evil.example' } }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .once('error', reject)
        .end()
    })
    expect(status).toBe(404)
  })

  it.each(['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-proto', 'x-real-ip'])(
    'the page is served to this machine only, and not through a proxy that sends %s',
    async (name) => {
      const answer = (path: string) => fetch(`${app.url}${path}`, { headers: { [name]: '127.0.0.1' } })
      expect((await answer('/dev/mail')).status).toBe(404)
      expect(await (await answer('/api/sign-in-providers')).json()).toMatchObject({ dev_mail: false })
      expect(await (await fetch(`${app.url}/api/sign-in-providers`)).json()).toMatchObject({ dev_mail: true })
    },
  )

  it('only the newest two hundred mails are kept', async () => {
    await app.sql(
      `INSERT INTO local_mails (id, recipient, subject, body_text, body_html, language, created_at)
       SELECT uuidv7(), 'old@example.com', 'Old', 'Old', 'Old', 'en', now() - interval '1 day' FROM generate_series(1, 250)`,
    )
    const { email } = await app.signUp()
    await app.mails(email)
    await expect
      .poll(async () => (await app.sql<{ n: number }>('SELECT count(*)::int AS n FROM local_mails'))[0]?.n)
      .toBe(200)
  })

  it('the page of stored mails does not exist when it is disabled', async () => {
    const closed = await createTestApp(OFF)
    const { email } = await closed.signUp()
    const [mail] = await closed.mails(email)
    expect(mail?.subject).toBe('Confirm your email address for Kundig')
    for (const path of ['/dev/mail', '/dev/mail/', '/dev//mail', '/dev/mail/x', '/DEV/mail']) {
      expect((await closed.api(null, 'GET', path)).status).toBe(404)
    }
    await closed.close()
  })
})
