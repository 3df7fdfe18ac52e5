/* oxlint-disable max-lines -- one subject, on one server that takes seconds to start */
import { createHash, randomBytes, randomUUID } from 'node:crypto'

import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'

import type { ErrorCode } from '@kundig/contract/errors'
import { FILES } from '@kundig/contract/limits'
import {
  createAnimation,
  createPngWithDeclaredSize,
  createCompoundFile,
  createDocx,
  createDocxWithMain,
  createOdt,
  createPptx,
  createXlsx,
  LATITUDE,
  createPdf,
  createPhoto,
  createPlainImage,
  createZip,
} from '@kundig/testing/files/made-files'
import { startS3 } from '@kundig/testing/files/test-s3'
import { sendEndlessUpload } from '@kundig/testing/people/endless-upload'
import {
  DOCX_TYPE,
  ODT_TYPE,
  PPTX_TYPE,
  XLSX_TYPE,
  type FileMessage,
  listStoredFiles,
  fetchContent,
  sendFile,
  type SentFile,
  sendFileOrThrow,
} from '@kundig/testing/people/file-sending'
import type { Person } from '@kundig/testing/people/test-client'
import { createTestApp } from '@kundig/testing/server/test-app'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const MB = 1024 * 1024
const DOC = createCompoundFile('WordDocument')

const app = useTestApp()
let ann: Person
let bob: Person
beforeAll(async () => {
  ;[ann, bob] = await Promise.all([app.profiled(), app.profiled()])
})

async function newRoom(): Promise<string> {
  await app.sql(`UPDATE chat_files SET created_at = created_at - interval '1 hour'`)
  return (await app.room(ann, bob)).id
}
const sent = (roomId: string, file: SentFile): Promise<FileMessage> => sendFileOrThrow(app.url, ann, roomId, file)
const read = (who: Person | null, path: string | null, headers?: Record<string, string>, method?: string) =>
  fetchContent(app.url, who, path, headers, method)

async function kept(roomId: string) {
  const [count] = await app.sql<{ messages: number; files: number; uploads: number }>(
    `SELECT (SELECT count(*)::int FROM chat_messages WHERE room_id = $1) AS messages,
            (SELECT count(*)::int FROM chat_files WHERE room_id = $1) AS files,
            (SELECT count(*)::int FROM pending_uploads WHERE room_id = $1) AS uploads`,
    [roomId],
  )
  const stored = (await listStoredFiles(app.folder)).filter(
    (key) => key.includes(roomId) || key.startsWith('.incoming'),
  )
  return { ...count, stored: stored.length }
}
const NOTHING = { messages: 0, files: 0, uploads: 0, stored: 0 }

async function colourAt(image: Buffer, left: number, top: number): Promise<'red' | 'blue'> {
  const data = await sharp(image).removeAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer()
  return (data[0] ?? 0) > (data[2] ?? 0) ? 'red' : 'blue'
}

describe('a file', () => {
  // spec 3.15
  it.each([
    ['report.pdf', 'application/pdf', createPdf()],
    ['letter.doc', 'application/msword', DOC],
    ['letter.docx', DOCX_TYPE, createDocx()],
    ['online.docx', DOCX_TYPE, createDocxWithMain('word/document4.xml')],
    [
      'listed.docx',
      DOCX_TYPE,
      createZip([
        {
          name: '[content_types].xml',
          content: Buffer.from(`\uFEFF<Override PartName="/a.xml" ContentType="${DOCX_TYPE}.main+xml"/>`, 'utf16le'),
        },
        { name: 'a.xml', content: '' },
      ]),
    ],
    ['prices.xlsx', XLSX_TYPE, createXlsx()],
    ['talk.pptx', PPTX_TYPE, createPptx()],
    ['letter.odt', ODT_TYPE, createOdt()],
    ['notes.txt', 'text/plain', Buffer.from('Crème brûlée\r\n')],
    ['prices.csv', 'text/csv', Buffer.from('\uFEFFname;price\n木;40')],
    ['wide.pdf', 'application/pdf', Buffer.concat([Buffer.from('fffe', 'hex'), createPdf()])],
    ['marked.pdf', 'application/pdf', Buffer.concat([Buffer.from('\uFEFF\r\n'), createPdf()])],
  ])('%s is served unchanged, as a download', async (name, type, content) => {
    const roomId = await newRoom()
    const message = await sent(roomId, { content, name, type })
    expect(message).toMatchObject({ room_id: roomId, seq: 1, sender_id: ann.id, content: 'Shared a file', read: false })
    expect(message.file).toEqual({
      name,
      type,
      size: content.length,
      url: message.file.url,
      contentHash: createHash('sha256').update(content).digest('hex'),
      thumbnailUrl: null,
      width: null,
      height: null,
    })
    for (const who of [ann, bob]) {
      const answer = await read(who, message.file.url)
      expect(answer.status).toBe(200)
      expect(answer.content.equals(content)).toBe(true)
      expect(answer.headers.get('content-type')).toBe(type)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment; /u)
    }
  })

  // spec 3.15
  it.each(['jpeg', 'png', 'gif'] as const)(
    'in the format %s becomes an image of at most 1920 pixels with a thumbnail',
    async (format) => {
      const roomId = await newRoom()
      const content = await createPlainImage(2400, 1200, 'red').toFormat(format).toBuffer()
      const { file } = await sent(roomId, { content, name: `a.${format}`, type: `image/${format}` })
      expect(file).toMatchObject({ type: `image/${format}`, width: 1920, height: 960 })
      const large = await read(bob, file.url)
      expect(await sharp(large.content).metadata()).toMatchObject({ format, width: 1920, height: 960 })
      expect(large.content).toHaveLength(file.size)
      expect(createHash('sha256').update(large.content).digest('hex')).toBe(file.contentHash)
      expect(large.headers.get('content-disposition')).toMatch(/^inline; /u)
      const small = await read(bob, file.thumbnailUrl)
      expect(small.headers.get('content-type')).toBe('image/webp')
      expect(await sharp(small.content).metadata()).toMatchObject({ format: 'webp', width: 400, height: 200 })
      for (const { headers } of [large, small]) {
        expect(headers.get('x-content-type-options')).toBe('nosniff')
        expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
      }
    },
  )

  // spec 7.49
  it('is stored at the unguessable key chat_rooms/{roomId}/files/{timestamp}_…{name}', async () => {
    const roomId = await newRoom()
    const content = await createPlainImage(30, 30, 'red').png().toBuffer()
    const urls = new Set<string>()
    for (const _ of [1, 2]) {
      const { file } = await sent(roomId, { content, name: 'a b.png', type: 'image/png' })
      urls.add(file.url)
      const key = /^\/files\/chat_rooms\/[0-9a-f-]{36}\/files\/(\d{13}_[0-9a-f]{16}_a%20b\.png)$/u.exec(file.url)?.[1]
      expect(key).toBeDefined()
      expect(file.thumbnailUrl).toBe(`/files/chat_rooms/${roomId}/thumbnails/${key}`)
      const stored = await listStoredFiles(app.folder)
      for (const kind of ['files', 'thumbnails']) {
        expect(stored).toContain(`chat_rooms/${roomId}/${kind}/${decodeURIComponent(key ?? '')}`)
      }
    }
    expect(urls.size).toBe(2)
  })

  it('reaches both people live, in pages of messages and after a reconnect', async () => {
    const roomId = await newRoom()
    const tabs = [await app.live(ann), await app.live(bob)]
    const message = await sent(roomId, { content: createPdf() })
    for (const tab of tabs) await expect.poll(() => tab.listEvents('message.created')).toEqual([message])
    expect((await app.page(bob, roomId)).items).toEqual([message])
    expect((await app.page(bob, roomId, '?after_seq=0')).items).toEqual([message])
    const { rooms } = await app.resume(bob, [{ room_id: roomId, last_seq: 0, change_seq: 0 }])
    expect(rooms).toMatchObject([{ messages: [message] }])
    expect(await app.getRoom(bob, roomId)).toMatchObject({ last_seq: 1, unread_count: 1 })
    await app.send(bob, roomId, 'Thanks')
    expect((await app.page(ann, roomId)).items.map(({ file }) => file?.name)).toEqual(['report.pdf', undefined])
  })

  it('sent under a used client id returns the first message, even a text message', async () => {
    const roomId = await newRoom()
    const clientId = randomUUID()
    const first = await sent(roomId, { content: createPdf(), clientId })
    expect(await sent(roomId, { content: createPdf('Other'), name: 'other.pdf', clientId })).toEqual(first)
    expect((await app.send(ann, roomId, 'Text', clientId)).body).toEqual(first)
    const text = (await app.send(ann, roomId, 'Text')).body
    expect(await sent(roomId, { content: createPdf(), clientId: text.client_id })).toEqual(text)
    expect(await kept(roomId)).toEqual({ messages: 2, files: 1, uploads: 0, stored: 1 })
  })
})

describe('an image', () => {
  it('is stored upright, without location and camera data', async () => {
    const roomId = await newRoom()
    const content = await createPhoto()
    const before = await sharp(content).metadata()
    expect(before.exif?.includes('Camera of Ada')).toBe(true)
    expect(before.exif?.includes(LATITUDE)).toBe(true)
    const { file } = await sent(roomId, { content, name: 'photo.jpg', type: 'image/jpeg' })
    expect(file).toMatchObject({ width: 300, height: 400 })
    for (const url of [file.url, file.thumbnailUrl]) {
      const answer = await read(bob, url)
      const after = await sharp(answer.content).metadata()
      expect([after.exif, after.xmp, after.iptc, after.icc, after.orientation]).toEqual(Array(5).fill(undefined))
      expect(answer.content.includes('Camera of Ada')).toBe(false)
      expect(answer.content.includes(LATITUDE)).toBe(false)
      expect(await colourAt(answer.content, 20, 100)).toBe('red')
      expect(await colourAt(answer.content, after.width - 20, 100)).toBe('blue')
    }
  })

  it('contains no hidden data', async () => {
    const roomId = await newRoom()
    const script = '<script>alert(document.domain)</script>'
    const content = Buffer.concat([await createPlainImage(20, 20, 'red').gif().toBuffer(), Buffer.from(script)])
    const { file } = await sent(roomId, { content, name: 'a.gif', type: 'image/gif' })
    expect((await read(bob, file.url)).content.includes('script')).toBe(false)
  })

  it('keeps its animation', async () => {
    const roomId = await newRoom()
    const content = await createAnimation(['red', 'blue', 'red'])
    const { file } = await sent(roomId, { content, name: 'a.gif', type: 'image/gif' })
    expect(file).toMatchObject({ width: 100, height: 80 })
    const moving = await sharp((await read(bob, file.url)).content).metadata()
    expect(moving).toMatchObject({ pages: 3, delay: [120, 120, 120], loop: 3 })
    const still = await read(bob, file.thumbnailUrl)
    expect((await sharp(still.content).metadata()).pages ?? 1).toBe(1)
    expect(await colourAt(still.content, 50, 40)).toBe('red')
  })

  // spec 9.9
  it('has a thumbnail of at most 0.1 MB, even if the image is noisy', async () => {
    const roomId = await newRoom()
    const raw = { width: 900, height: 900, channels: 3 } as const
    const content = await sharp(randomBytes(900 * 900 * 3), { raw })
      .png()
      .toBuffer()
    const { file } = await sent(roomId, { content, name: 'noise.png', type: 'image/png' })
    expect((await read(bob, file.thumbnailUrl)).content.length).toBeLessThan(FILES.thumbnail.bytesMax)
  })
})

describe('refused and not stored:', () => {
  let roomId: string
  beforeAll(async () => {
    roomId = await newRoom()
  })
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const word = { name: 'a.docx', type: DOCX_TYPE }
  const workbook = { name: 'a.xlsx', type: XLSX_TYPE }
  const png = { name: 'a.png', type: 'image/png' }
  const bytes = (text: string) => async (): Promise<Buffer> => Buffer.from(text)
  const zeroes = (length: number): Buffer => Buffer.alloc(length)
  const REFUSED: [string, Omit<SentFile, 'content'>, () => Promise<Buffer>, `${number} ${ErrorCode}`][] = [
    [
      '5 MB and a byte',
      {},
      async () => Buffer.concat([createPdf(), zeroes(5 * MB + 1 - createPdf().length)]),
      '413 FILE_TOO_LARGE',
    ],
    ['nothing', {}, async () => zeroes(0), '415 FILE_TYPE_INVALID'],
    ['binary as a text', { name: 'a.txt', type: 'text/plain' }, bytes('a\u0000b'), '415 FILE_TYPE_INVALID'],
    [
      'a text in an older encoding',
      { name: 'a.csv', type: 'text/csv' },
      async () => Buffer.from('Crème', 'latin1'),
      '415 FILE_TYPE_INVALID',
    ],
    ['a PDF as a text', { name: 'a.txt', type: 'text/plain' }, async () => createPdf(), '415 FILE_TYPE_INVALID'],
    ['a workbook as a Word document', word, async () => createXlsx(), '415 FILE_TYPE_INVALID'],
    ['a Word document as a workbook', workbook, async () => createDocx(), '415 FILE_TYPE_INVALID'],
    [
      'a workbook with macros',
      workbook,
      async () => createXlsx({ name: 'xl/vbaProject.bin', content: 'Sub' }),
      '415 FILE_TYPE_INVALID',
    ],
    [
      'an OpenDocument text with macros',
      { name: 'a.odt', type: ODT_TYPE },
      async () => createOdt({ name: 'Scripts/python/a.py', content: 'import os' }),
      '415 FILE_TYPE_INVALID',
    ],
    ['a page', { name: 'a.html', type: 'text/html' }, bytes('<script>'), '415 FILE_TYPE_INVALID'],
    ['SVG', { name: 'a.svg', type: 'image/svg+xml' }, bytes(svg), '415 FILE_TYPE_INVALID'],
    ['SVG renamed to .png', png, bytes(svg), '415 FILE_TYPE_INVALID'],
    ['a page renamed to .pdf', {}, bytes('<!doctype html>'), '415 FILE_TYPE_INVALID'],
    ['a page before a PDF', {}, bytes('<!doctype html>\n%PDF-1.7'), '415 FILE_TYPE_INVALID'],
    ['a picture before a PDF', {}, bytes('GIF89a%PDF-1.7'), '415 FILE_TYPE_INVALID'],
    ['a zip before a PDF', {}, async () => Buffer.concat([createZip([]), createPdf()]), '415 FILE_TYPE_INVALID'],
    ['a PDF that begins late', {}, async () => Buffer.concat([zeroes(1024), createPdf()]), '415 FILE_TYPE_INVALID'],
    ['a JPEG as a PNG', png, () => createPlainImage(9, 9, 'red').jpeg().toBuffer(), '415 FILE_TYPE_INVALID'],
    [
      'WebP',
      { name: 'a.webp', type: 'image/webp' },
      () => createPlainImage(9, 9, 'red').webp().toBuffer(),
      '415 FILE_TYPE_INVALID',
    ],
    ['a PDF as a Word document', word, async () => createPdf(), '415 FILE_TYPE_INVALID'],
    ['a zip as a Word document', word, async () => createZip([{ name: 'a', content: 'a' }]), '415 FILE_TYPE_INVALID'],
    [
      'a spreadsheet as a Word document',
      { name: 'a.doc', type: 'application/msword' },
      async () => createCompoundFile('Workbook'),
      '415 FILE_TYPE_INVALID',
    ],
    [
      'a Word document with macros',
      word,
      async () => createDocx({ name: 'word/vbaProject.bin', content: 'Sub' }),
      '415 FILE_TYPE_INVALID',
    ],
    [
      'a Word document with macros of another name',
      word,
      async () =>
        createZip([
          {
            name: '[Content_Types].xml',
            content: `<Types><Override PartName="/word/a.xml" ContentType="${DOCX_TYPE}.main+xml"/><Override PartName="/word/b.bin" ContentType="application/vnd.ms-office.vbaProject"/></Types>`,
          },
          { name: 'word/a.xml', content: 'a' },
          { name: 'word/b.bin', content: 'Sub' },
        ]),
      '415 FILE_TYPE_INVALID',
    ],
    [
      'a container that names no main part',
      word,
      async () => createZip([{ name: '[Content_Types].xml', content: '<Types/>' }]),
      '415 FILE_TYPE_INVALID',
    ],
    ['half a Word document', word, async () => createDocx().subarray(0, -9), '415 FILE_TYPE_INVALID'],
    ['a PDF as .exe', { name: 'a.pdf.exe' }, async () => createPdf(), '415 FILE_EXTENSION_INVALID'],
    ['a PDF without extension', { name: 'report' }, async () => createPdf(), '415 FILE_EXTENSION_INVALID'],
    [
      'half a PNG',
      png,
      async () => (await createPlainImage(600, 600, 'red').png().toBuffer()).subarray(0, 900),
      '400 IMAGE_UNREADABLE',
    ],
    [
      'a bomb of 900 megapixels',
      png,
      async () => createPngWithDeclaredSize(30_000, 30_000),
      '413 IMAGE_TOO_MANY_PIXELS',
    ],
    [
      'a bomb of 100 megapixels',
      png,
      async () => createPngWithDeclaredSize(10_000, 10_000),
      '413 IMAGE_TOO_MANY_PIXELS',
    ],
    [
      'a bomb of 40 megapixels twice as deep',
      png,
      async () => createPngWithDeclaredSize(8000, 5000, 16),
      '413 IMAGE_TOO_MANY_PIXELS',
    ],
    [
      'a Word document that unpacks to 120 MB',
      word,
      async () => createDocx({ name: 'word/media/a.bmp', content: zeroes(120 * MB) }),
      '415 FILE_TYPE_INVALID',
    ],
    [
      'a Word document that unpacks to a thousand times its size',
      word,
      async () => createDocx({ name: 'word/a.xml', content: zeroes(20 * MB) }),
      '415 FILE_TYPE_INVALID',
    ],
    [
      'a Word document that says it is small, and is not',
      word,
      async () => createDocx({ name: 'word/a.xml', content: zeroes(20 * MB), claimedBytes: 1000 }),
      '415 FILE_TYPE_INVALID',
    ],
    [
      'a part of another name twice',
      word,
      async () => createDocx({ name: 'word/document.xml', content: 'b' }),
      '415 FILE_TYPE_INVALID',
    ],
    [
      'a part twice, once in another case',
      word,
      async () => createDocx({ name: '[content_types].XML', content: '' }),
      '415 FILE_TYPE_INVALID',
    ],
  ]
  it.each(REFUSED)('%s', async (_what, file, make, expected) => {
    const { status, body } = await sendFile(app.url, ann, roomId, { ...file, content: await make() })
    expect(`${status} ${body.code}`).toBe(expected)
    expect(await kept(roomId)).toEqual(NOTHING)
  })

  // spec 5.42, 5.44, 9.10
  it('invalid files, with the error messages of the specification', async () => {
    const messageOf = async (file: SentFile): Promise<string> =>
      (await sendFile(app.url, ann, roomId, file)).body.message
    expect(await messageOf({ content: Buffer.alloc(5 * MB + 1) })).toBe('File size exceeds 5MB limit')
    expect(await messageOf({ content: Buffer.alloc(0) })).toBe('Invalid file type')
    expect(await messageOf({ content: createPdf(), name: 'a.png' })).toBe('Invalid file extension')
  })

  it('a request with missing, invalid, unknown or repeated parameters', async () => {
    const attempt = async (path: string): Promise<string> => {
      const { status, body } = await app.api(ann, 'POST', `/api/chat-rooms/${path}`, '%PDF-', {
        'content-type': 'application/pdf',
      })
      return `${status} ${body.code}`
    }
    const id = randomUUID()
    expect(await attempt(`${roomId}/files?name=a.pdf`)).toBe('400 INVALID_INPUT')
    expect(await attempt(`${roomId}/files?client_id=${id}`)).toBe('400 INVALID_INPUT')
    expect(await attempt(`${roomId}/files?client_id=1&name=a.pdf`)).toBe('400 INVALID_INPUT')
    expect(await attempt(`${roomId}/files?client_id=${id}&name=a.pdf&admin=1`)).toBe('400 INVALID_INPUT')
    expect(await attempt(`${roomId}/files?client_id=${id}&client_id=${id}&name=a.pdf`)).toBe('400 INVALID_INPUT')
    expect(await attempt(`mine/files?client_id=${id}&name=a.pdf`)).toBe('404 ROOM_NOT_FOUND')
    expect(await kept(roomId)).toEqual(NOTHING)
  })

  it('a request from a page of another site', async () => {
    const headers = { origin: 'https://evil.example' }
    expect((await sendFile(app.url, ann, roomId, { content: createPdf(), headers })).body.code).toBe('FORBIDDEN')
    expect(await kept(roomId)).toEqual(NOTHING)
  })

  it('an upload of more than 5 MB, before the whole body is sent', { tags: 'slow' }, async () => {
    for (let n = 0; n < 50; n++) {
      const { status, sentBytes } = await streamTo(roomId, ann)
      expect(status).toBe(413)
      expect(sentBytes).toBeLessThan(50 * MB)
    }
    expect(await kept(roomId)).toEqual(NOTHING)
  })

  it('an upload by a person outside the room, before the whole body is read', async () => {
    const { status, sentBytes } = await streamTo(roomId, await app.profiled())
    expect(status).toBe(404)
    expect(sentBytes).toBeLessThan(50 * MB)
  })

  it('the API document lists only POST for the files of a room', async () => {
    const { paths } = await app.must<{ paths: Record<string, object> }>(null, 'GET', '/api/openapi.json')
    expect(Object.keys(paths['/chat-rooms/{room_id}/files'] ?? {})).toEqual(['post'])
  })
})

function streamTo(roomId: string, who: Person): ReturnType<typeof sendEndlessUpload> {
  const url = `${app.url}/api/chat-rooms/${roomId}/files?client_id=${randomUUID()}&name=a.pdf`
  return sendEndlessUpload(who, url, { method: 'POST', type: 'application/pdf', most: 500 * MB })
}

describe('a file name', () => {
  // spec 5.21, 5.22, 5.23, 5.47
  it.each([
    ['../../../etc/cron.d/x.pdf', '_.._.._etc_cron.d_x.pdf'],
    ['a\r\nSet-Cookie: x=1.pdf', 'a__Set-Cookie_ x=1.pdf'],
    ['cv\u202Efdp.exe.pdf', 'cv_fdp.exe.pdf'],
    ['a\u0000.pdf', 'a_.pdf'],
    ['Verslag "één" 報告 🦉.pdf', 'Verslag _één_ 報告 🦉.pdf'],
    [`${'é'.repeat(300)}.pdf`, `${'é'.repeat(196)}.pdf`],
    [`${'🦉'.repeat(300)}.pdf`, `${'🦉'.repeat(196)}.pdf`],
    ['.pdf', 'unnamed_file.pdf'],
  ])('%j is cleaned, and the file downloads as %j', async (name, cleaned) => {
    const roomId = await newRoom()
    const { file } = await sent(roomId, { content: createPdf(), name })
    expect(file.name).toBe(cleaned)
    const { status, headers, content } = await read(bob, file.url)
    expect(status).toBe(200)
    expect(content.equals(createPdf())).toBe(true)
    const [, encoded = ''] = /filename\*=UTF-8''(.*)$/u.exec(headers.get('content-disposition') ?? '') ?? []
    expect(decodeURIComponent(encoded)).toBe(cleaned)
    expect(headers.get('set-cookie')).toBe(null)
  })
})

describe('reading a file', () => {
  it('is possible only for logged-in participants, even in a closed room', async () => {
    const roomId = await newRoom()
    const content = await createPlainImage(30, 30, 'red').png().toBuffer()
    const { file } = await sent(roomId, { content, name: 'a.png', type: 'image/png' })
    const stranger = await app.profiled()
    await app.must(bob, 'POST', `/api/chat-rooms/${roomId}/close`)
    const left = await app.signIn(bob)
    await app.must(left, 'POST', '/api/auth/sign-out', {})
    const etag = (await read(bob, file.url)).headers.get('etag') ?? ''
    for (const url of [file.url, file.thumbnailUrl]) {
      for (const who of [ann, bob]) expect((await read(who, url)).status).toBe(200)
      for (const headers of [{}, { 'if-none-match': etag }, { range: 'bytes=0-1' }]) {
        for (const [who, status] of [
          [null, 401],
          [left, 401],
          [stranger, 404],
        ] as const) {
          const answer = await read(who, url, headers)
          expect(answer.status).toBe(status)
          expect(answer.headers.get('cache-control')).toBe('no-store')
        }
      }
    }
    const foreign = await read(stranger, file.url)
    const missing = await read(stranger, file.url.replace('a.png', 'b.png'))
    expect(foreign.content.equals(missing.content)).toBe(true)
    expect(JSON.parse(foreign.content.toString())).toMatchObject({ code: 'FILE_NOT_FOUND' })
  })

  it('returns nothing at other addresses', async () => {
    const roomId = await newRoom()
    const { file } = await sent(roomId, { content: createPdf() })
    const other = (await app.room(ann, await app.profiled())).id
    const name = file.url.split('/').at(-1) ?? ''
    for (const path of [
      `${roomId}/thumbnails/${name}`,
      `${other}/files/${name}`,
      `${roomId}/files/${encodeURIComponent(`../files/${decodeURIComponent(name)}`)}`,
      `${roomId}/files/%00`,
      `mine/files/${name}`,
    ]) {
      const { status, content } = await read(ann, `/files/chat_rooms/${path}`)
      expect([path, status]).toEqual([path, 404])
      expect(JSON.parse(content.toString())).toMatchObject({ code: 'FILE_NOT_FOUND' })
    }
  })

  it('with a matching ETag returns 304 without content', async () => {
    const roomId = await newRoom()
    const content = await createPlainImage(30, 30, 'red').png().toBuffer()
    const { file } = await sent(roomId, { content, name: 'a.png', type: 'image/png' })
    for (const url of [file.url, file.thumbnailUrl]) {
      const { headers } = await read(bob, url)
      expect(headers.get('cache-control')).toBe('private, no-cache')
      expect(headers.get('vary')).toContain('cookie')
      const etag = headers.get('etag') ?? ''
      const again = await read(bob, url, { 'if-none-match': `"other", W/${etag}` })
      expect([again.status, again.content.length]).toEqual([304, 0])
    }
    expect((await read(bob, file.url)).headers.get('etag')).toBe(`"${file.contentHash}"`)
  })

  it('returns byte ranges', async () => {
    const roomId = await newRoom()
    const content = createPdf(randomBytes(5000).toString('hex'))
    const { file } = await sent(roomId, { content })
    const part = async (range: string, more: Record<string, string> = {}) => {
      const { status, headers, content: got } = await read(bob, file.url, { range, ...more })
      return { status, range: headers.get('content-range'), length: headers.get('content-length'), got }
    }
    const size = content.length
    expect(await part('bytes=10-19')).toEqual({
      status: 206,
      range: `bytes 10-19/${size}`,
      length: '10',
      got: content.subarray(10, 20),
    })
    expect((await part('bytes=-7')).got).toEqual(content.subarray(-7))
    expect((await part(`bytes=${size - 3}-`)).got).toEqual(content.subarray(-3))
    expect(await part(`bytes=${size}-`)).toMatchObject({ status: 416, range: `bytes */${size}` })
    expect((await part('bytes=0-1,5-6')).status).toBe(200)
    expect((await part('bytes=0-1', { 'if-range': `"${file.contentHash}"` })).status).toBe(206)
    const whole = await part('bytes=0-1', { 'if-range': '"another"' })
    expect([whole.status, whole.got.equals(content)]).toEqual([200, true])
  })

  it('with HEAD returns only the headers', async () => {
    const roomId = await newRoom()
    const { file } = await sent(roomId, { content: createPdf() })
    const { status, headers, content } = await read(bob, file.url, { range: 'bytes=0-1' }, 'HEAD')
    expect([status, content.length]).toEqual([200, 0])
    expect(headers.get('content-length')).toBe(String(file.size))
    expect(headers.get('accept-ranges')).toBe('bytes')
    expect((await read(null, file.url, {}, 'HEAD')).status).toBe(401)
  })
})

describe('with S3', () => {
  it('files are stored, served in full and in part, and clearly reported as missing', async () => {
    const s3 = await startS3()
    const remote = await createTestApp({ files: { s3: s3.settings } })
    const [one, other] = [await remote.profiled(), await remote.profiled()]
    const roomId = (await remote.room(one, other)).id
    const { file } = await sendFileOrThrow(remote.url, one, roomId, { content: createPdf(), name: 'één.pdf' })
    expect(s3.toType(decodeURIComponent(file.url.slice('/files/'.length)))).toBe('application/pdf')
    expect((await fetchContent(remote.url, other, file.url)).content.equals(createPdf())).toBe(true)
    const part = await fetchContent(remote.url, other, file.url, { range: 'bytes=0-3' })
    expect([part.status, part.content.toString()]).toEqual([206, '%PDF'])
    await s3.stop()
    const away = await fetchContent(remote.url, other, file.url)
    expect([away.status, away.headers.get('cache-control')]).toEqual([503, 'no-store'])
    const failed = await sendFile(remote.url, one, roomId, { content: createPdf() })
    expect(`${failed.status} ${failed.body.code}`).toBe('503 FILE_SEND_FAILED')
    expect((await remote.page(other, roomId)).items).toHaveLength(1)
    await remote.close()
  })
})
