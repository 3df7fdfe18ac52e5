import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterEach, beforeAll, describe, expect, it } from 'vitest'

import { LANGUAGES } from '@kundig/contract/languages'
import { SITE_PAGES } from '@kundig/contract/operations/site-pages'
import { DEFAULT_BRANDING, type Branding } from '@kundig/contract/site/branding'
import { APPLICATION_PATHS, OPERATOR_PAGES, OPERATOR_PATH } from '@kundig/contract/site/public-pages'
import type { SiteSettings } from '@kundig/contract/site/site-settings'
import { makeOperator } from '@kundig/testing/people/operators'
import { toOutcome } from '@kundig/testing/people/outcome'
import { toCookieHeader, type Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

interface Versioned {
  version: number
  settings: SiteSettings
}

const OTHER: Partial<Branding> = {
  name: 'Vraag & Raad',
  sender_name: 'Raad by mail',
  primary: '#0b4f6c',
  accent: '#ffb703',
  headline_en: 'Ask a neighbour.',
  headline_nl: 'Vraag het je buur.',
}

const app = useTestApp({ operatorsNeedSecondFactor: false, withPages: true })
let owner: Person
beforeAll(async () => {
  owner = await makeOperator(app, 'owner')
})
afterEach(() => app.sql(`UPDATE site_settings SET stored = '{}', version = version + 1`))

const now = () => app.must<Versioned>(owner, 'GET', '/api/operations/settings')
const put = (version: number, face: Partial<Branding>) =>
  app.api<Versioned>(owner, 'PUT', '/api/operations/settings/branding', { ...DEFAULT_BRANDING, ...face, version })
async function set(face: Partial<Branding>): Promise<void> {
  expect(toOutcome(await put((await now()).version, face))).toBe('200')
}
const page = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(`${app.url}${path}`, { headers })).text()

describe('changed branding', () => {
  it('removes the old name from pages, the manifest, the worker and the API document', async () => {
    await set(OTHER)
    const paths = ['/', `/profile/${owner.id}`, '/nowhere', '/api/docs/', '/sitemap.xml', '/robots.txt']
    const pages = [
      ...paths,
      ...APPLICATION_PATHS,
      ...SITE_PAGES.map((name) => `/${name}`),
      ...[OPERATOR_PATH, ...OPERATOR_PAGES].map((path) => path.replace('$personId', owner.id)),
    ]
    for (const language of LANGUAGES) {
      for (const cookie of ['', toCookieHeader(owner)]) {
        for (const path of pages) {
          const html = await page(path, { 'accept-language': language, accept: 'text/html', cookie })
          expect(html).not.toMatch(/Kundig|og-image\.png/u)
        }
      }
    }
    for (const path of ['/manifest.webmanifest', '/manifest.nl.webmanifest']) {
      expect(JSON.parse(await page(path))).toMatchObject({ name: 'Vraag & Raad', short_name: 'Vraag & Raad' })
    }
    expect(await page('/manifest.webmanifest')).not.toMatch(/Kundig|screenshot/u)
    const worker = await page('/service-worker.js')
    expect(worker).not.toContain('Kundig')
    expect(worker).toContain(String.raw`Vraag \u{26} Raad`)
    const described = await fetch(`${app.url}/api/openapi.json`)
    const document = await described.text()
    expect(document).toContain('"title":"Vraag & Raad"')
    expect(document).not.toContain('Kundig')
    const etag = described.headers.get('etag') ?? ''
    const again = () => fetch(`${app.url}/api/openapi.json`, { headers: { 'if-none-match': etag } })
    expect((await again()).status).toBe(304)
    await set({ ...OTHER, name: 'Raad' })
    expect((await again()).status).toBe(200)
    expect(await page('/api/docs/json')).toContain('"title":"Raad"')
    await set(OTHER)
  })

  it('removes the old name from all code that browsers load', async () => {
    const folder = new URL('../../../../web/dist/client/', import.meta.url)
    const files = await readdir(folder, { recursive: true, withFileTypes: true })
    const texts = files.filter((file) => file.isFile() && /\.(?:js|html|css|svg|json)$/u.test(file.name))
    expect(texts.length).toBeGreaterThan(20)
    for (const file of texts) {
      const text = await readFile(join(file.parentPath, file.name), 'utf8')
      expect({ file: file.name, hasName: text.includes('Kundig') }).toEqual({ file: file.name, hasName: false })
    }
  })

  it('shows name, texts and colours on the landing page, in both languages', async () => {
    await set(OTHER)
    const english = await page('/', { 'accept-language': 'en' })
    expect(english).toContain('<title>Ask a neighbour · Vraag &amp; Raad</title>')
    expect(english).toMatch(/<h1[^>]*>Ask a neighbour\.<\/h1>/u)
    expect(english).toContain('html:root{--primary:#0b4f6c;')
    expect(await page('/', { 'accept-language': 'nl' })).toMatch(/<h1[^>]*>Vraag het je buur\.<\/h1>/u)
  })

  it('adds the operator’s details to the foot of the legal pages', async () => {
    expect(await page('/imprint')).not.toContain('class="site-facts"')
    await set({
      ...OTHER,
      legal_name: 'Raad & Co',
      vat_number: 'NL001',
      contact_phone: '+31 (0)20 1',
      contact_email: 'a@b.nl',
    })
    const dutch = await page('/imprint', { 'accept-language': 'nl' })
    for (const fact of ['Raad &amp; Co', 'Btw NL001', '<a href="mailto:a@b.nl">a@b.nl</a>', '<a href="tel:+310201">']) {
      expect(dutch).toContain(fact)
    }
  })

  it('replaces the old name in mails', async () => {
    await set(OTHER)
    const { email } = await app.signUp()
    await expect.poll(() => app.sql('SELECT 1 FROM local_mails WHERE recipient = $1', [email])).toHaveLength(1)
    const [mail] = await app.sql<Record<string, unknown>>('SELECT * FROM local_mails WHERE recipient = $1', [email])
    expect(JSON.stringify(mail)).toContain('Vraag & Raad')
    expect(JSON.stringify(mail)).toContain('#0b4f6c')
    expect(JSON.stringify(mail)).not.toMatch(/Kundig|site-name/u)
  })

  it.each([
    [{ primary: '#e8d5a0' }, '400 FACE_COLOURS_UNREADABLE'],
    [{ accent: '#2b1d3a' }, '400 FACE_COLOURS_UNREADABLE'],
    [{ primary: 'red;}' }, '400 FACE_COLOUR_INVALID'],
    [{ name: '' }, '400 FACE_NAME_INVALID'],
    [{ name: '</script><script>' }, '400 FACE_NAME_INVALID'],
    [{ sender_name: 'Us\r\nBcc: them' }, '400 FACE_TEXT_INVALID'],
    [{ contact_email: 'nowhere' }, '400 EMAIL_INVALID'],
  ] as const)('is refused with %j', async (face, refusal) => {
    expect(toOutcome(await put((await now()).version, face))).toBe(refusal)
    expect((await now()).settings.face).toEqual(DEFAULT_BRANDING)
  })

  it('produces only readable styles, even from values written directly to the database', async () => {
    await app.sql(`UPDATE site_settings SET version = version + 1, stored = '{"face": {"primary": "#ffffff"}}'`)
    await expect.poll(now).toMatchObject({ settings: { face: { primary: '#ffffff' } } })
    expect(await page('/')).not.toContain('--primary:#ffffff')
  })
})
