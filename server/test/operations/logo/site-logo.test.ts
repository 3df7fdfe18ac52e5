import { deflateSync } from 'node:zlib'

import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'

import type { SiteSettings } from '@kundig/contract/site/site-settings'
import { createPngWithDeclaredSize, createPhoto, createPlainImage } from '@kundig/testing/files/made-files'
import { createNoise } from '@kundig/testing/files/made-images'
import { sendEndlessUpload } from '@kundig/testing/people/endless-upload'
import { makeOperator } from '@kundig/testing/people/operators'
import { toOutcome } from '@kundig/testing/people/outcome'
import { toCookieHeader, type Failure, type Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const MB = 1_000_000

type Answer = { version: number; settings: SiteSettings; left_out?: string[] } & Failure

const app = useTestApp({ operatorsNeedSecondFactor: false, withPages: true })
let owner: Person
beforeAll(async () => {
  owner = await makeOperator(app, 'owner')
})
afterEach(() => app.sql(`UPDATE site_settings SET stored = '{}', version = version + 1`))

const now = () => app.must<Answer>(owner, 'GET', '/api/operations/settings')

async function send(
  file: Buffer | string | null,
  { version, who = owner, type = 'image/png' }: { version?: number; who?: Person | null; type?: string } = {},
): Promise<{ status: number; body: Answer }> {
  const seen = version ?? (await now()).version
  const response = await fetch(`${app.url}/api/operations/settings/logo?version=${seen}`, {
    method: file === null ? 'DELETE' : 'PUT',
    headers: { ...(file === null ? {} : { 'content-type': type }), ...(who ? { cookie: toCookieHeader(who) } : {}) },
    body: file === null ? null : new Uint8Array(Buffer.from(file)),
  })
  return { status: response.status, body: (await response.json()) as Answer }
}

async function must(file: Buffer | string | null): Promise<Answer> {
  const { status, body } = await send(file)
  if (status !== 200) throw new Error(`${status} ${body.code}`)
  return body
}

const read = (path: string, headers: Record<string, string> = {}) => fetch(`${app.url}${path}`, { headers })
const text = async (path: string) => (await read(path)).text()
const pngOf = (background = 'teal', width = 60, height = 40) =>
  createPlainImage(width, height, background).png().toBuffer()
const svgOf = (content: string) =>
  `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">${content}</svg>`
const SHAPE = '<path fill="teal" d="M0 0h20v10H0z"/>'
async function middleOf(path: string, answer?: Response): Promise<number[]> {
  const image = Buffer.from(await (answer ?? (await read(path))).arrayBuffer())
  const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const place = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels
  return [...data.subarray(place, place + 4)]
}
const TEAL = [0, 128, 128, 255]

describe('a logo', () => {
  it('is re-encoded to at most its display size if it is a PNG', async () => {
    const sent = await createPlainImage(1200, 600, 'teal')
      .withExif({ IFD0: { Artist: 'Secret' } })
      .png()
      .toBuffer()
    const { settings } = await must(sent)
    expect(settings.logo).toMatchObject({ width: 512, height: 256 })
    const answer = await read(`/files/logo/${settings.logo.version}`)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; img-src data:; sandbox",
      etag: `"${settings.logo.version}"`,
    })
    const held = await read(`/files/logo/${settings.logo.version}`, { 'if-none-match': `"${settings.logo.version}"` })
    expect(held.status).toBe(304)
    const content = Buffer.from(await answer.arrayBuffer())
    expect(content.includes('Secret')).toBe(false)
    expect(await sharp(content).metadata()).toMatchObject({ format: 'png', width: 512, height: 256 })
  })

  it('keeps only its shapes if it is an SVG, and the response lists the removed parts', async () => {
    const { settings, left_out } = await must(
      svgOf(`<script>alert(1)</script><image href="https://elsewhere.example/a.png"/><g onclick="b()">${SHAPE}</g>`),
    )
    expect(left_out).toEqual(['image', 'onclick', 'script'])
    const answer = await read(`/files/logo/${settings.logo.version}`)
    expect(answer.headers.get('content-type')).toBe('image/svg+xml')
    const svg = await answer.text()
    expect(svg).toContain(`<g>${SHAPE}</g>`)
    expect(svg).not.toMatch(/script|alert|elsewhere|image|onclick/u)
  })

  it('is used by every page, the icons and the manifest, and by none of them after its removal', async () => {
    const pages = ['/', '/login', `/profile/${owner.id}`, '/terms']
    await must(null)
    const [mark, picture] = [await text('/favicon.svg'), await middleOf('/icon-512.png')]
    const { settings } = await must(await pngOf())
    const address = `/files/logo/${settings.logo.version}`
    for (const path of pages) expect(await text(path)).toContain(address)
    for (const path of ['/icon-192.png', '/icon-512.png', '/favicon.png', '/icon-maskable-192.png', '/og-image.png']) {
      expect(await middleOf(path)).toEqual(TEAL)
    }
    expect(await middleOf('/favicon.svg')).toEqual(TEAL)
    expect(await text('/favicon-badge.svg')).toContain('<circle')
    expect(await middleOf('/badge-96.png')).toEqual([255, 255, 255, 255])
    expect(await text('/manifest.webmanifest')).toContain(`/icon-192.png?v=${settings.logo.version}`)
    expect(await text('/')).toContain(`/og-image.png?v=${settings.logo.version}`)
    await must(null)
    for (const path of pages) expect(await text(path)).not.toContain('/files/logo/')
    expect(await text('/favicon.svg')).toBe(mark)
    expect(await middleOf('/icon-512.png')).toEqual(picture)
    expect((await read(address)).status).toBe(200)
  })

  it('has an audit log entry for each change', async () => {
    await must(await pngOf())
    await must(null)
    const entries = await app.sql(
      'SELECT action, state_before, state_after, actor_id FROM audit_log ORDER BY id DESC LIMIT 2',
    )
    const common = { action: 'settings_changed', actor_id: owner.id }
    expect(entries).toEqual([
      { ...common, state_before: 'logo_chosen', state_after: 'logo_as_built' },
      { ...common, state_before: 'logo_as_built', state_after: 'logo_chosen' },
    ])
  })

  it('is refused when the owner’s settings are outdated', async () => {
    const { version } = await now()
    await must(await pngOf('red'))
    expect(toOutcome(await send(await pngOf('blue'), { version }))).toBe('409 SETTINGS_CHANGED')
  })

  it('is stored in only the five latest versions', async () => {
    for (const colour of ['red', 'blue', 'green', 'black', 'white', 'pink', 'gold']) await must(await pngOf(colour))
    expect(await app.sql('SELECT 1 FROM site_logos')).toHaveLength(5)
    const { version } = (await now()).settings.logo
    expect((await read(`/files/logo/${version}`)).status).toBe(200)
  })
})

describe('an invalid logo is refused and changes nothing', () => {
  const cases: readonly (readonly [string, () => Promise<Buffer | string> | Buffer | string, string])[] = [
    ['nothing', () => '', '400 LOGO_REQUIRED'],
    ['a photo', () => createPhoto(), '400 LOGO_REQUIRED'],
    ['a page', () => '<html><body><svg></svg></body></html>', '400 LOGO_REQUIRED'],
    ['a compressed SVG', () => deflateSync(svgOf(SHAPE)), '400 LOGO_REQUIRED'],
    [
      'bytes that are no text',
      () => Buffer.concat([Buffer.from(svgOf(SHAPE)), Buffer.from([0xff, 0xfe])]),
      '400 LOGO_REQUIRED',
    ],
    ['half a PNG', async () => (await createNoise(300, 300).png().toBuffer()).subarray(0, 9000), '400 LOGO_UNREADABLE'],
    ['a PNG that claims to be huge', () => createPngWithDeclaredSize(60_000, 60_000), '413 IMAGE_TOO_MANY_PIXELS'],
    [
      'a transparent PNG',
      () =>
        sharp({ create: { width: 9, height: 9, channels: 4, background: '#0000' } })
          .png()
          .toBuffer(),
      '400 LOGO_EMPTY',
    ],
    ['an SVG of texts alone', () => svgOf('<text y="9">Hello</text>'), '400 LOGO_EMPTY'],
    [
      'an SVG of a foreign picture alone',
      () => svgOf('<image href="https://elsewhere.example/a.png" width="9" height="9"/>'),
      '400 LOGO_EMPTY',
    ],
    ['an SVG with entities', () => `<!DOCTYPE svg [<!ENTITY a "&b;&b;">]>${svgOf(SHAPE)}`, '400 LOGO_UNREADABLE'],
    ['an SVG that ends too early', () => svgOf(SHAPE).slice(0, -9), '400 LOGO_UNREADABLE'],
    [
      'an SVG as deep as it can be',
      () => svgOf('<g>'.repeat(14_000) + SHAPE + '</g>'.repeat(14_000)),
      '400 LOGO_UNREADABLE',
    ],
    ['an SVG of more than 100 kB', () => svgOf(SHAPE.repeat(3000)), '413 LOGO_TOO_LARGE'],
    ['20 MB', () => Buffer.alloc(20 * MB), '413 LOGO_TOO_LARGE'],
  ]
  it.each(cases)('%s', async (_what, make, refusal) => {
    const before = (await now()).settings.logo
    expect(toOutcome(await send(await make()))).toBe(refusal)
    expect((await now()).settings.logo).toEqual(before)
  })

  it('an endless upload is refused soon after the maximum logo size', async () => {
    const { version } = await now()
    const { status, sentBytes } = await sendEndlessUpload(
      owner,
      `${app.url}/api/operations/settings/logo?version=${version}`,
      { method: 'PUT', type: 'image/png', most: 20 * MB },
    )
    expect(status).toBe(413)
    expect(sentBytes).toBeLessThan(10 * MB)
  })

  it.each(['/files/logo/0123456789abcdef0123456789abcdef', '/files/logo/..%2f..', '/files/logo/x'])(
    'no logo is served at %s',
    async (path) => {
      expect((await read(path)).status).toBe(404)
    },
  )
})
