/* oxlint-disable max-lines -- one subject, on one server that takes seconds to start */
import { createHash, randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'

import type { ErrorCode } from '@kundig/contract/errors'
import type { Profile } from '@kundig/contract/profiles/profiles.contract'
import { createPngWithDeclaredSize, LATITUDE, createPhoto, createPlainImage } from '@kundig/testing/files/made-files'
import { startS3 } from '@kundig/testing/files/test-s3'
import { defaultCategories } from '@kundig/testing/people/default-categories'
import { sendEndlessUpload } from '@kundig/testing/people/endless-upload'
import { toCookieHeader, type Failure, type Person } from '@kundig/testing/people/test-client'
import { createTestApp, type TestApp } from '@kundig/testing/server/test-app'
import { useTestApp } from '@kundig/testing/server/use-test-app'

import { PictureService } from '../../src/features/profiles/pictures/picture.service.ts'
import { ProfileService } from '../../src/features/profiles/profile.service.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import type { FileStorage } from '../../src/platform/storage/file-storage.ts'
import { openFileStorage } from '../../src/platform/storage/open-file-storage.ts'

const MB = 1024 * 1024

const app = useTestApp()

type Saved = { profile_picture_url: string }

async function put(
  who: Person | null,
  owner: Person | string,
  image: Buffer,
  headers: Record<string, string> = {},
  to: TestApp = app,
): Promise<{ status: number; body: Saved & Failure; headers: Headers }> {
  const id = typeof owner === 'string' ? owner : owner.id
  const response = await fetch(`${to.url}/api/profiles/${id}/picture`, {
    method: 'PUT',
    headers: { 'content-type': 'image/jpeg', ...(who ? { cookie: toCookieHeader(who) } : {}), ...headers },
    body: new Uint8Array(image),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Saved & Failure }
}

async function saved(owner: Person, image: Buffer, to: TestApp = app): Promise<string> {
  const { status, body } = await put(owner, owner, image, {}, to)
  if (status !== 200) throw new Error(`${status} ${body.code}`)
  return body.profile_picture_url
}

async function refusal(owner: Person, image: Buffer, type = 'image/jpeg'): Promise<string> {
  const { status, body } = await put(owner, owner, image, { 'content-type': type })
  return `${status} ${body.code}`
}

async function read(
  who: Person | null,
  url: string,
  headers: Record<string, string> = {},
  from: TestApp = app,
): Promise<{ status: number; headers: Headers; content: Buffer }> {
  const response = await fetch(`${from.url}${url}`, {
    headers: { ...(who ? { cookie: toCookieHeader(who) } : {}), ...headers },
  })
  return { status: response.status, headers: response.headers, content: Buffer.from(await response.arrayBuffer()) }
}

const urlOf = async (owner: Person, to: TestApp = app): Promise<string | null> =>
  (await to.must<Profile>(owner, 'GET', `/api/profiles/${owner.id}`)).profile_picture_url

const jpeg = (background = 'teal', width = 600, height = 600): Promise<Buffer> =>
  createPlainImage(width, height, background).jpeg().toBuffer()

async function colourAt(picture: Buffer, left: number, top: number): Promise<'red' | 'green' | 'blue'> {
  const { data } = await sharp(picture)
    .removeAlpha()
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [red = 0, green = 0, blue = 0] = data
  return red > green && red > blue ? 'red' : green > blue ? 'green' : 'blue'
}

const versionIn = (url: string | null): string => url?.slice(-32) ?? ''

async function openSecondServer(change: (storage: FileStorage) => FileStorage, pool = 2) {
  const { logger } = app.settings
  const database = openDatabase(app.databaseUrl, pool, logger)
  const files = change(await openFileStorage({ folder: app.folder }))
  const profiles = new ProfileService({
    db: database.db,
    categories: defaultCategories,
  })
  return {
    pictures: new PictureService({ db: database.db, profiles, files, logger }),
    close: async (): Promise<void> => {
      files.close()
      await database.close()
    },
  }
}

describe('a profile picture', () => {
  // spec 9.7
  it.each(['jpeg', 'png', 'gif', 'webp', 'avif'] as const)(
    'may be %s, and is stored as a small square of WebP',
    async (format) => {
      const owner = await app.profiled()
      const url = await saved(owner, await createPlainImage(900, 700, 'red').toFormat(format).toBuffer())
      const { status, headers, content } = await read(null, url)
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('image/webp')
      expect(await sharp(content).metadata()).toMatchObject({ format: 'webp', width: 400, height: 400 })
      expect(await colourAt(content, 200, 200)).toBe('red')
    },
  )

  it('is recognized by its bytes, whatever its declared type', async () => {
    const owner = await app.profiled()
    const answer = await put(owner, owner, await jpeg(), { 'content-type': 'text/html' })
    expect(answer.status).toBe(200)
    expect((await read(null, answer.body.profile_picture_url)).headers.get('content-type')).toBe('image/webp')
  })

  // spec 3.2, 7.48
  it('is stored under profile_pictures/{userId}, and its address is in the profile', async () => {
    const owner = await app.profiled()
    const url = await saved(owner, await jpeg())
    const file = await readFile(join(app.folder, 'profile_pictures', owner.id))
    const version = createHash('sha256').update(file).digest('hex').slice(0, 32)
    expect(url).toBe(`/files/profile_pictures/${owner.id}?v=${version}`)
    expect(await urlOf(owner)).toBe(url)
    expect((await read(null, url)).content.equals(file)).toBe(true)
  })

  it('shows the middle of an oblong image', async () => {
    const owner = await app.profiled()
    const flag = createPlainImage(900, 300, 'red').composite([
      { input: await createPlainImage(300, 300, 'lime').png().toBuffer(), left: 300, top: 0 },
    ])
    const { content } = await read(null, await saved(owner, await flag.png().toBuffer()))
    expect(await sharp(content).metadata()).toMatchObject({ width: 300, height: 300 })
    for (const at of [10, 150, 290]) expect(await colourAt(content, at, at)).toBe('green')
  })

  it('is not enlarged when it is small', async () => {
    const owner = await app.profiled()
    const { content } = await read(null, await saved(owner, await jpeg('blue', 60, 90)))
    expect(await sharp(content).metadata()).toMatchObject({ width: 60, height: 60 })
  })

  // spec 5.28, 9.7
  it('is at most 1 MB, even if noisy', async () => {
    const owner = await app.profiled()
    const noise = await sharp(randomBytes(600 * 600 * 3), { raw: { width: 600, height: 600, channels: 3 } })
      .png()
      .toBuffer()
    const { content } = await read(null, await saved(owner, noise))
    expect(content.length).toBeLessThanOrEqual(1024 * 1024)
  })

  it('is stored upright, without location and camera data', async () => {
    const owner = await app.profiled()
    const lying = await createPhoto(400, 400)
    const before = await sharp(lying).metadata()
    expect(before).toMatchObject({ orientation: 6 })
    expect(before.exif?.includes('Camera of Ada')).toBe(true)
    expect(before.exif?.includes(LATITUDE)).toBe(true)

    const { content } = await read(null, await saved(owner, lying))
    const after = await sharp(content).metadata()
    expect([after.exif, after.xmp, after.iptc, after.icc, after.orientation]).toEqual(Array(5).fill(undefined))
    expect(content.includes('Camera of Ada')).toBe(false)
    expect(content.includes(LATITUDE)).toBe(false)
    expect(await colourAt(content, 50, 200)).toBe('red')
    expect(await colourAt(content, 350, 200)).toBe('blue')
  })

  it('contains only the first frame of an animation', async () => {
    const owner = await app.profiled()
    const frames = await Promise.all(
      ['red', 'blue'].map((colour) => createPlainImage(100, 100, colour).png().toBuffer()),
    )
    const animation = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100] })
      .toBuffer()
    expect((await sharp(animation).metadata()).pages).toBe(2)
    const { content } = await read(null, await saved(owner, animation))
    expect((await sharp(content).metadata()).pages ?? 1).toBe(1)
    expect(await colourAt(content, 50, 50)).toBe('red')
  })

  it('contains only the image, without hidden data of the sent file', async () => {
    const owner = await app.profiled()
    const script = '<script>alert(document.domain)</script>'
    const polyglot = Buffer.concat([await createPlainImage(20, 20, 'red').gif().toBuffer(), Buffer.from(script)])
    const { content, headers } = await read(null, await saved(owner, polyglot))
    expect(content.includes('script')).toBe(false)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(headers.get('content-disposition')).toBe('inline')
  })
})

describe('refused:', () => {
  let owner: Person
  let url: string
  beforeAll(async () => {
    owner = await app.profiled()
    url = await saved(owner, await jpeg('red'))
  })
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  const heic = Buffer.concat([Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(500)])
  const REFUSED: [string, () => Promise<Buffer>, `${number} ${ErrorCode}`][] = [
    ['an empty body', async () => Buffer.alloc(0), '400 IMAGE_REQUIRED'],
    ['a text', async () => Buffer.from('I am a picture'), '400 IMAGE_REQUIRED'],
    ['a page', async () => Buffer.from('<!doctype html><script>alert(1)</script>'), '400 IMAGE_REQUIRED'],
    ['SVG', async () => Buffer.from(svg), '400 IMAGE_REQUIRED'],
    ['SVG that begins like XML', async () => Buffer.from(`<?xml version="1.0"?>${svg}`), '400 IMAGE_REQUIRED'],
    ['TIFF', () => createPlainImage(9, 9, 'red').tiff().toBuffer(), '400 IMAGE_REQUIRED'],
    ['PDF', async () => Buffer.from('%PDF-1.7\n'), '400 IMAGE_REQUIRED'],
    ['an iPhone photo in HEIC', async () => heic, '415 IMAGE_HEIC'],
    ['a page after the first bytes of a GIF', async () => Buffer.from(`GIF89a=1;/*${svg}*/`), '400 IMAGE_UNREADABLE'],
    ['half a JPEG', async () => (await jpeg()).subarray(0, 900), '400 IMAGE_UNREADABLE'],
    ['the first bytes of a PNG', async () => createPngWithDeclaredSize(9, 9).subarray(0, 12), '400 IMAGE_UNREADABLE'],
    ['a PNG without its pixels', async () => createPngWithDeclaredSize(600, 600), '400 IMAGE_UNREADABLE'],
    ['a bomb of 900 megapixels', async () => createPngWithDeclaredSize(30_000, 30_000), '413 IMAGE_TOO_MANY_PIXELS'],
    [
      'a bomb of 40 megapixels that are twice as deep',
      async () => createPngWithDeclaredSize(8000, 5000, 16),
      '413 IMAGE_TOO_MANY_PIXELS',
    ],
    ['a strip as wide as a bomb', async () => createPngWithDeclaredSize(65_000_000, 1), '413 IMAGE_TOO_MANY_PIXELS'],
    [
      'a file that only claims to be AVIF',
      async () => Buffer.concat([Buffer.from('\0\0\0\u0014ftypavif\0\0\0\0avif'), Buffer.alloc(99)]),
      '400 IMAGE_UNREADABLE',
    ],
  ]
  it.each(REFUSED)('%s', async (_what, image, expected) => {
    expect(await refusal(owner, await image())).toBe(expected)
    expect(await urlOf(owner)).toBe(url)
    expect((await read(null, url)).status).toBe(200)
  })

  it('an image of 5 MB and a byte', { tags: 'waverer' }, async () => {
    expect(await refusal(owner, Buffer.concat([await jpeg(), Buffer.alloc(5 * MB)]))).toBe('413 TOO_LARGE')
    expect(await urlOf(owner)).toBe(url)
  })

  it('a file that is not an image is refused with our own message', async () => {
    const { body } = await put(owner, owner, Buffer.from('no'))
    expect(body).toEqual({
      defined: true,
      code: 'IMAGE_REQUIRED',
      status: 400,
      message: 'Please select an image file',
      data: { kind: 'VALIDATION_ERROR' },
    })
  })

  it('the API document lists the operations for profile pictures', async () => {
    const { paths } = await app.must<{ paths: Record<string, object> }>(null, 'GET', '/api/openapi.json')
    expect(Object.keys(paths['/profiles/{id}/picture'] ?? {})).toEqual(['put', 'delete'])
  })

  it('more than 5 MB, before the end of the upload', { tags: 'slow' }, async () => {
    const { status, sentBytes } = await streamTo(owner.id, owner)
    expect(status).toBe(413)
    expect(sentBytes).toBeLessThan(50 * MB)
  })

  it('an upload to another person’s profile is refused before the whole body is sent', async () => {
    const stranger = await app.profiled()
    const { status, sentBytes } = await streamTo(owner.id, stranger)
    expect(status).toBe(403)
    expect(sentBytes).toBeLessThan(50 * MB)
  })

  it('more than 30 pictures an hour, valid or not', { tags: 'slow' }, async () => {
    const limited = await createTestApp({ attemptLimitFactor: 1 })
    const [sender, other] = [await limited.profiled(), await limited.profiled()]
    const statuses: number[] = []
    for (let count = 0; count < 31; count += 1) {
      statuses.push((await put(sender, sender, Buffer.from('no'), {}, limited)).status)
    }
    expect(statuses).toEqual([...Array<number>(30).fill(400), 429])
    const answer = await put(sender, sender, await jpeg(), {}, limited)
    expect(answer.body.code).toBe('TOO_MANY_ATTEMPTS')
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3000)
    expect((await put(other, other, await jpeg(), {}, limited)).status).toBe(200)
    expect((await limited.api(sender, 'DELETE', `/api/profiles/${sender.id}/picture`)).status).toBe(200)
    await limited.close()
  })
})

function streamTo(id: string, who: Person): ReturnType<typeof sendEndlessUpload> {
  const url = `${app.url}/api/profiles/${id}/picture`
  return sendEndlessUpload(who, url, { method: 'PUT', type: 'image/jpeg', most: 500 * MB })
}

describe('permissions for pictures', () => {
  it('allow only the owner to change a picture, from our own pages', async () => {
    const [owner, stranger, newcomer] = [await app.profiled(), await app.profiled(), await app.signUp()]
    const image = await jpeg()
    const attempt = async (who: Person | null, id: string, headers: Record<string, string> = {}): Promise<string[]> => {
      const sent = await put(who, id, image, headers)
      const removed = await app.api(who, 'DELETE', `/api/profiles/${id}/picture`, undefined, headers)
      return [sent, removed].map(({ status, body }) => (status === 200 ? '200' : `${status} ${body.code}`))
    }
    const both = (outcome: string): string[] => [outcome, outcome]
    expect(await attempt(null, owner.id)).toEqual(both('401 NO_SESSION'))
    expect(await attempt(stranger, owner.id)).toEqual(both('403 FORBIDDEN'))
    expect(await attempt(newcomer, owner.id)).toEqual(both('403 FORBIDDEN'))
    expect(await attempt(newcomer, newcomer.id)).toEqual(both('404 PROFILE_NOT_FOUND'))
    expect(await attempt(owner, 'me')).toEqual(both('404 PROFILE_NOT_FOUND'))
    expect(await attempt(owner, owner.id, { origin: 'https://evil.example' })).toEqual(both('403 FORBIDDEN'))
    expect(await attempt(owner, owner.id)).toEqual(both('200'))
  })

  it('allow only people who may see the profile to see the picture', async () => {
    const [owner, counterpart, stranger] = [await app.profiled(), await app.profiled(), await app.profiled()]
    const url = await saved(owner, await jpeg())
    for (const who of [null, stranger, counterpart, owner]) {
      const { status, headers } = await read(who, url)
      expect(status).toBe(200)
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      // A shared cache may store this answer, so it sets no cookie.
      expect(headers.get('set-cookie')).toBe(null)
    }
    await app.request(counterpart, owner)
    await app.saveProfile(owner, { is_public: false })
    for (const who of [counterpart, owner]) {
      const { status, headers } = await read(who, url)
      expect(status).toBe(200)
      expect(headers.get('cache-control')).toBe('private, no-cache')
      expect(headers.get('vary')).toContain('cookie')
    }
    for (const who of [null, stranger]) {
      const etag = `"${url.slice(-32)}"`
      for (const headers of [{}, { 'if-none-match': etag }]) {
        const answer = await read(who, url, headers)
        expect(answer.status).toBe(403)
        expect(answer.headers.get('cache-control')).toBe('no-store')
      }
    }
  })
})

describe('a replaced picture', () => {
  it('is shown immediately, and the old picture is gone', async () => {
    const [owner, partner] = [await app.profiled(), await app.profiled()]
    const room = await app.room(owner, partner)
    const old = await saved(owner, await jpeg('red'))
    const fresh = await saved(owner, await jpeg('blue'))
    expect(fresh).not.toBe(old)
    expect(await colourAt((await read(null, fresh)).content, 200, 200)).toBe('blue')
    expect((await read(null, old)).status).toBe(404)
    expect((await read(null, old, { 'if-none-match': `"${old.slice(-32)}"` })).status).toBe(404)
    expect(await urlOf(owner)).toBe(fresh)
    expect((await app.getRoom(partner, room.id)).partner.profile_picture_url).toBe(fresh)
  })

  it('is deleted from the storage when the owner removes the picture', async () => {
    const owner = await app.profiled()
    const url = await saved(owner, await jpeg())
    expect(await app.must(owner, 'DELETE', `/api/profiles/${owner.id}/picture`)).toEqual({ profile_picture_url: null })
    expect(await urlOf(owner)).toBe(null)
    expect((await read(owner, url)).status).toBe(404)
    await expect(readFile(join(app.folder, 'profile_pictures', owner.id))).rejects.toThrow('ENOENT')
    await app.must(owner, 'DELETE', `/api/profiles/${owner.id}/picture`)
  })

  it('stays when the profile is saved', async () => {
    const owner = await app.profiled()
    const url = await saved(owner, await jpeg())
    expect((await app.saveProfile(owner, { bio: 'Something else.' })).profile_picture_url).toBe(url)
  })

  it('is not sent again for its ETag', async () => {
    const owner = await app.profiled()
    const url = await saved(owner, await jpeg())
    const etag = (await read(null, url)).headers.get('etag') ?? ''
    const again = await read(null, url, { 'if-none-match': `"other", W/${etag}` })
    expect([again.status, again.content.length]).toEqual([304, 0])
    expect((await read(null, url, { 'if-none-match': '"other"' })).status).toBe(200)
  })

  it('is not found at an address without its version', async () => {
    const owner = await app.profiled()
    const path = (await saved(owner, await jpeg())).split('?')[0] ?? ''
    for (const query of ['', '?v=', '?v=latest', `?v=${'0'.repeat(32)}`, '?v=a&v=b']) {
      const { status, headers } = await read(null, `${path}${query}`)
      expect(status).toBe(404)
      expect(headers.get('cache-control')).toBe('no-store')
    }
    expect((await read(null, '/files/profile_pictures/..%2f..%2fauth-secret?v=a')).status).toBe(404)
  })
})

describe('file and profile of a picture agree', () => {
  const COLOURS = ['red', 'lime', 'blue', 'teal', 'black', 'white', 'navy', 'olive', 'pink', 'gold']

  it('after 20 concurrent uploads to two servers', { tags: 'slow' }, async () => {
    const owner = await app.profiled()
    const second = await createTestApp({ databaseUrl: app.databaseUrl, files: { folder: app.folder } })
    const images = await Promise.all([...COLOURS, ...COLOURS].map((colour) => jpeg(colour)))
    const answers = await Promise.all(
      images.map((image, at) => put(owner, owner, image, {}, at % 2 === 0 ? app : second)),
    )
    await second.close()
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const url = await urlOf(owner)
    expect(answers.map(({ body }) => body.profile_picture_url)).toContain(url)
    expect((await read(null, url ?? '')).status).toBe(200)
    const others = new Set(answers.map(({ body }) => body.profile_picture_url).filter((one) => one !== url))
    expect(others.size).toBe(COLOURS.length - 1)
    for (const other of others) expect((await read(null, other)).status).toBe(404)
  })

  it('after a save by a slow server: the row has the version that was stored last', async () => {
    const [owner, other] = [await app.profiled(), await app.profiled()]
    const blue = await saved(other, await jpeg('blue'))
    const [isStored, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = await openSecondServer((storage) => ({
      ...storage,
      put: async (...file) => {
        await storage.put(...file)
        isStored.resolve()
        await mayGoOn.promise
      },
    }))
    const first = slow.pictures.save(owner.id, await jpeg('red'), new AbortController().signal)
    await isStored.promise
    // Writes like a third server, because one process handles a person's images one at a time.
    await writeFile(join(app.folder, 'profile_pictures', owner.id), (await read(null, blue)).content)
    await app.sql('UPDATE profiles SET picture_version = $2 WHERE id = $1', [owner.id, versionIn(blue)])
    mayGoOn.resolve()
    expect(versionIn(await first)).not.toBe(versionIn(blue))
    const url = (await urlOf(owner)) ?? ''
    expect(versionIn(url)).toBe(versionIn(blue))
    expect((await read(null, url)).status).toBe(200)
    await slow.close()
  })

  it('a slow check of the picture does not restore a replaced picture', async () => {
    const owner = await app.profiled()
    const old = await saved(owner, await jpeg('red'))
    const other = await app.profiled()
    const fresh = await read(null, await saved(other, await jpeg('blue')))
    const path = join(app.folder, 'profile_pictures', owner.id)
    const first = await readFile(path)
    await writeFile(path, fresh.content)
    const [isRead, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let reads = 0
    const slow = await openSecondServer((storage) => ({
      ...storage,
      get: async (...asked) => {
        const file = await storage.get(...asked)
        reads++
        // The request reads the file first. The second read is part of the repair.
        if (reads === 2) {
          isRead.resolve()
          await mayGoOn.promise
        }
        return file
      },
    }))
    const reading = slow.pictures.find(owner.id, old.slice(-32), () => Promise.resolve(null))
    const opening = reading.then(({ open }) => open()).catch((error: unknown) => error)
    await isRead.promise
    // Stores the picture that the row already names, so that the row seems unchanged.
    expect(await saved(owner, await jpeg('red'))).toBe(old)
    expect((await readFile(path)).equals(first)).toBe(true)
    mayGoOn.resolve()
    expect(await opening).toMatchObject({ code: 'NOT_FOUND' })
    expect(await urlOf(owner)).toBe(old)
    expect((await read(null, old)).status).toBe(200)
    await slow.close()
  })

  it('after concurrent uploads and removals with reads', { tags: 'slow' }, async () => {
    const owner = await app.profiled()
    const images = await Promise.all(COLOURS.slice(0, 5).map((colour) => jpeg(colour)))
    const known = new Map<string, Buffer>()
    const racing = new AbortController()
    const reader = (async () => {
      while (!racing.signal.aborted) {
        const url = await urlOf(owner)
        if (url === null) continue
        const { status, content } = await read(null, url)
        expect([200, 404]).toContain(status)
        if (status === 404) continue
        // An address always shows the same picture.
        expect(known.get(url)?.equals(content) ?? true).toBe(true)
        known.set(url, content)
      }
    })()
    for (let turn = 0; turn < 3; turn += 1) {
      await Promise.all(
        images.flatMap((image) => [
          put(owner, owner, image),
          app.must(owner, 'DELETE', `/api/profiles/${owner.id}/picture`),
        ]),
      )
    }
    racing.abort()
    await reader
    const url = await urlOf(owner)
    const file = await readFile(join(app.folder, 'profile_pictures', owner.id)).catch(() => null)
    expect(url === null).toBe(file === null)
    const shown = url === null ? null : (await read(null, url)).content
    expect(shown).toEqual(file)
  })

  it('after a kill of the server between storing the file and updating the row', async () => {
    const [owner, other] = [await app.profiled(), await app.profiled()]
    const old = await saved(owner, await jpeg('red'))
    const fresh = await read(null, await saved(other, await jpeg('blue')))
    await writeFile(join(app.folder, 'profile_pictures', owner.id), fresh.content)
    // The old address does not show the new picture. The request also repairs the profile.
    expect((await read(null, old)).status).toBe(404)
    const url = (await urlOf(owner)) ?? ''
    expect(url).not.toBe(old)
    expect((await read(null, url)).content.equals(fresh.content)).toBe(true)
  })

  it('after the loss of a file', async () => {
    const owner = await app.profiled()
    const url = await saved(owner, await jpeg())
    await rm(join(app.folder, 'profile_pictures', owner.id))
    expect((await read(null, url)).status).toBe(404)
    expect(await urlOf(owner)).toBe(null)
  })

  it('after a failure of the storage: the old picture stays, and the answer asks for a retry', async () => {
    const owner = await app.profiled()
    const url = await saved(owner, await jpeg('red'))
    const path = join(app.folder, '.incoming')
    await rm(path, { recursive: true, force: true })
    // A file in place of the folder makes writing fail.
    await writeFile(path, '')
    const { status, body } = await put(owner, owner, await jpeg('blue'))
    expect(`${status} ${body.code}`).toBe('503 UNAVAILABLE')
    expect(await urlOf(owner)).toBe(url)
    expect((await read(null, url)).status).toBe(200)
    await rm(path)
    await saved(owner, await jpeg('blue'))
  })
})

describe('a slow storage', () => {
  it('delays no database connection, no transaction and no profile change', async () => {
    const owner = await app.profiled()
    const old = await saved(owner, await jpeg('red'))
    let begun = Promise.withResolvers<void>()
    let mayGoOn = Promise.withResolvers<void>()
    const wait = (): Promise<void> => {
      begun.resolve()
      return mayGoOn.promise
    }
    const slow = await openSecondServer(
      (storage) => ({
        put: (...file) => wait().then(() => storage.put(...file)),
        get: (...asked) => wait().then(() => storage.get(...asked)),
        delete: (key) => wait().then(() => storage.delete(key)),
        list: storage.list,
        close: storage.close,
      }),
      1,
    )
    const gone = new AbortController().signal
    const works: (() => Promise<unknown>)[] = [
      async () => slow.pictures.save(owner.id, await jpeg('blue'), gone),
      () => slow.pictures.remove(owner.id),
    ]
    for (const work of works) {
      begun = Promise.withResolvers()
      mayGoOn = Promise.withResolvers()
      const done = work()
      await begun.promise
      const find = slow.pictures.find(owner.id, '', () => Promise.resolve(null))
      await expect(find).rejects.toMatchObject({ code: 'NOT_FOUND' })
      expect((await app.saveProfile(owner, { bio: 'Written meanwhile' })).bio).toBe('Written meanwhile')
      // The server's periodic transactions end soon. A transaction that waits for the storage would stay open.
      await expect
        .poll(() =>
          app.sql(
            `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`,
          ),
        )
        .toEqual([])
      mayGoOn.resolve()
      await done
    }
    expect(await urlOf(owner)).toBe(null)
    expect((await read(null, old)).status).toBe(404)
    await slow.close()
  })
})

describe('with S3', () => {
  it('pictures are stored, served, replaced and removed in the same way', async () => {
    const s3 = await startS3()
    const remote = await createTestApp({ files: { s3: s3.settings } })
    const owner = await remote.profiled()
    const old = await saved(owner, await jpeg('red'), remote)
    expect(s3.toType(`profile_pictures/${owner.id}`)).toBe('image/webp')
    expect((await read(null, old, {}, remote)).status).toBe(200)
    const fresh = await saved(owner, await jpeg('blue'), remote)
    expect((await read(null, old, {}, remote)).status).toBe(404)
    expect(await colourAt((await read(null, fresh, {}, remote)).content, 200, 200)).toBe('blue')
    await remote.must(owner, 'DELETE', `/api/profiles/${owner.id}/picture`)
    expect((await read(null, fresh, {}, remote)).status).toBe(404)
    expect(s3.toType(`profile_pictures/${owner.id}`)).toBe(undefined)

    const last = await saved(owner, await jpeg('lime'), remote)
    await s3.stop()
    expect((await put(owner, owner, await jpeg('red'), {}, remote)).body.code).toBe('UNAVAILABLE')
    const away = await read(null, last, {}, remote)
    expect([away.status, away.headers.get('cache-control')]).toEqual([503, 'no-store'])
    await remote.close()
  })
})
