import { randomUUID } from 'node:crypto'

import { FILES } from '@kundig/contract/limits'
import { hasUnsafeCharacters, countLetters } from '@kundig/contract/texts/sanitising'
import {
  createPngWithDeclaredSize,
  createDocx,
  LATITUDE,
  createPdf,
  createPhoto,
  createPlainImage,
  createZip,
} from '@kundig/testing/files/made-files'
import { createManyScanJpeg } from '@kundig/testing/files/made-images'
import {
  DOCX_TYPE,
  listStoredFiles,
  fetchContent,
  type SentFile,
  sendFile,
  sendFileOrThrow,
} from '@kundig/testing/people/file-sending'
import { toOutcome } from '@kundig/testing/people/outcome'
import { toCookieHeader } from '@kundig/testing/people/test-client'

import { formatTally, times } from '../answers.ts'
import type { Report } from '../report.ts'
import type { TestEnvironment } from '../test-environment.ts'

const MB = 1024 * 1024

export async function attackFiles({ site, filesFolder }: TestEnvironment, report: Report): Promise<void> {
  // A person may send ten files a minute. Attempts that store files use new people; refused files must not count.
  const talkers = async () => {
    const [ann, bob] = await Promise.all([site.profiled(), site.profiled()])
    return { ann, bob, roomId: (await site.room(ann, bob)).id }
  }
  const { ann, bob, roomId } = await talkers()
  const kept = async (id = roomId): Promise<number> =>
    // Storing the first file creates the folder.
    (await listStoredFiles(filesFolder).catch(() => [])).filter((key) => key.includes(id)).length
  const send = async (file: SentFile, id = roomId): Promise<string> =>
    toOutcome(await sendFile(site.url, ann, id, file))
  const png = { name: 'a.png', type: 'image/png' }
  const jpeg = { name: 'a.jpg', type: 'image/jpeg' }
  const word = { name: 'a.docx', type: DOCX_TYPE }
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')

  await report.guarantee('5 MB + 1 byte: refused, no residue', async (attempt) => {
    const large = Buffer.concat([createPdf(), Buffer.alloc(5 * MB + 1 - createPdf().length)])
    const answer = await sendFile(site.url, ann, roomId, { content: large })
    await attempt('5 MB and a byte', () => toOutcome(answer), '413 FILE_TOO_LARGE')
    await attempt('the text', () => answer.body.message, 'File size exceeds 5MB limit')
    await attempt(
      'a length that is a lie',
      () => send({ content: large, headers: { 'transfer-encoding': 'chunked' } }),
      /^(?:413 FILE_TOO_LARGE|could not be tried: TypeError.*)$/u,
    )
    await attempt('what is left of them', () => kept(), 0)
    await attempt('messages of them', async () => (await site.allMessages(bob, roomId)).length, 0)
  })

  await report.guarantee('Zero bytes, wrong magic bytes, SVG renamed to .png: refused', async (attempt) => {
    const refused: [string, SentFile][] = [
      ['nothing', { content: Buffer.alloc(0) }],
      ['SVG as PNG', { content: svg, ...png }],
      ['SVG', { content: svg, name: 'a.svg', type: 'image/svg+xml' }],
      ['a page as PDF', { content: Buffer.from('<!doctype html><script>alert(1)</script>') }],
      ['JPEG as PNG', { content: await createPlainImage(9, 9, 'red').jpeg().toBuffer(), ...png }],
      ['a page', { content: Buffer.from('<script>'), name: 'a.html', type: 'text/html' }],
      ['a zip as Word', { content: createZip([{ name: 'a', content: 'a' }]), ...word }],
      ['binary as text', { content: Buffer.from('a\u0000b'), name: 'a.txt', type: 'text/plain' }],
      ['macros', { content: createDocx({ name: 'word/vbaProject.bin', content: 'Sub' }), ...word }],
      ['PDF in a PNG’s name', { content: createPdf(), name: 'a.png' }],
      ['a program', { content: Buffer.from('MZ\u0000\u0000'), name: 'a.exe', type: 'application/x-msdownload' }],
      ['a program as PDF', { content: createPdf(), name: 'a.pdf.exe' }],
      ['no type', { content: createPdf(), type: '' }],
    ]
    for (const [what, file] of refused)
      await attempt(what, () => send(file), /^(?:415 FILE_(?:TYPE|EXTENSION)_INVALID|400 INVALID_INPUT)$/u)
    await attempt('what is left of them', () => kept(), 0)
  })

  await report.guarantee('../, CRLF, RTL and 300-character names: cleaned; a random key', async (attempt) => {
    const { ann: one, bob: other, roomId: id } = await talkers()
    const names = [
      '../../../etc/cron.d/x.pdf',
      'a\r\nSet-Cookie: stolen=1.pdf',
      'cv\u202Efdp.exe.pdf',
      'a\u0000.pdf',
      `${'é'.repeat(300)}.pdf`,
      '"; filename="evil.html.pdf',
      'C:\\windows\\x.pdf',
      '.pdf',
    ]
    const keys = new Set<string>()
    for (const name of names) {
      const { file } = await sendFileOrThrow(site.url, one, id, { content: createPdf(), name })
      const what = JSON.stringify(name.slice(0, 24))
      await attempt(
        `${what} is clean`,
        () =>
          !hasUnsafeCharacters(file.name) &&
          !/[/\\"\r\n\t]/u.test(file.name) &&
          countLetters(file.name) <= FILES.nameMax,
        true,
      )
      const { status, headers } = await fetchContent(site.url, other, file.url)
      await attempt(`${what} is read`, () => status, 200)
      await attempt(`${what} sets no header`, () => headers.get('set-cookie'), null)
      await attempt(
        `${what} names one file`,
        () =>
          headers
            .get('content-disposition')
            ?.replaceAll(/"[^"]*"/gu, '')
            .match(/filename=/gu)?.length,
        1,
      )
      keys.add(file.url)
    }
    await attempt('keys are all others', () => keys.size, names.length)
    for (const path of [
      '..%2f..%2f..%2fetc%2fpasswd',
      '%2e%2e%2fetc%2fpasswd',
      '..%5c..%5cwindows',
      '%00',
      'a%00.pdf',
      '.env',
    ]) {
      await attempt(
        `reading ${path}`,
        async () => (await fetchContent(site.url, one, `/files/chat_rooms/${id}/files/${path}`)).status,
        404,
      )
      await attempt(
        `reading ${path} of assets`,
        async () => {
          const answer = await fetchContent(site.url, null, `/assets/${path}`)
          return `${answer.status} ${/root:|DATABASE_URL/u.test(answer.content.toString())}`
        },
        /^4\d\d false$/u,
      )
    }
  })

  await report.guarantee('11 uploads at once: exactly 10', async (attempt) => {
    const { ann: one, bob: other, roomId: id } = await talkers()
    const came = await Promise.all(times(11, () => sendFile(site.url, one, id, { content: createPdf() })))
    await attempt('answers', () => formatTally(came.map(toOutcome)), '200 ×10, 429 UPLOAD_RATE_EXCEEDED ×1')
    await attempt('messages', async () => (await site.allMessages(other, id)).length, 10)
    await attempt('files', () => kept(id), 10)
    const clientId = randomUUID()
    const { ann: again, roomId: there } = await talkers()
    const repeated = await Promise.all(
      times(6, () => sendFile(site.url, again, there, { content: createPdf(), clientId })),
    )
    await attempt(
      'one client id, six times: one file',
      async () => [formatTally(repeated.map(toOutcome)), await kept(there)],
      ['200 ×6', 1],
    )
  })

  await report.guarantee('Location data in photos is removed', async (attempt) => {
    const { ann: one, bob: other, roomId: id } = await talkers()
    const original = await createPhoto()
    await attempt('it is there before', () => original.includes(LATITUDE), true)
    const { file } = await sendFileOrThrow(site.url, one, id, { content: original, ...jpeg })
    for (const url of [file.url, file.thumbnailUrl]) {
      const { content } = await fetchContent(site.url, other, url)
      await attempt('the place', () => content.includes(LATITUDE), false)
      await attempt('the camera', () => content.includes('Camera of Ada'), false)
      await attempt('all of it', () => /exif/iu.test(content.toString('latin1')), false)
    }
  })

  await report.guarantee('A stranger’s or a logged-out fetch: 404/401', async (attempt) => {
    const { ann: one, bob: other, roomId: id } = await talkers()
    const image = { content: await createPlainImage(30, 30, 'red').png().toBuffer(), ...png }
    const { file } = await sendFileOrThrow(site.url, one, id, image)
    const stranger = await site.profiled()
    const left = await site.signIn(other)
    await site.must(left, 'POST', '/api/auth/sign-out', {})
    const etag = (await fetchContent(site.url, other, file.url)).headers.get('etag') ?? ''
    const name = file.url.split('/').at(-1) ?? ''
    for (const url of [file.url, file.thumbnailUrl]) {
      for (const headers of [{}, { 'if-none-match': etag }, { range: 'bytes=0-1' }] as Record<string, string>[]) {
        const what = `${url?.split('/')[4]} ${JSON.stringify(headers).slice(0, 20)}`
        for (const method of ['GET', 'HEAD']) {
          await attempt(
            `a visitor, ${method} ${what}`,
            async () => (await fetchContent(site.url, null, url, headers, method)).status,
            401,
          )
          await attempt(
            `logged out, ${method} ${what}`,
            async () => (await fetchContent(site.url, left, url, headers, method)).status,
            401,
          )
          await attempt(
            `a stranger, ${method} ${what}`,
            async () => (await fetchContent(site.url, stranger, url, headers, method)).status,
            404,
          )
        }
      }
    }
    const foreign = await site.room(stranger, one)
    await attempt(
      'through a room of one’s own',
      async () => (await fetchContent(site.url, stranger, `/files/chat_rooms/${foreign.id}/files/${name}`)).status,
      404,
    )
    await attempt(
      'as a thumbnail of one’s own',
      async () => (await fetchContent(site.url, stranger, `/files/chat_rooms/${foreign.id}/thumbnails/${name}`)).status,
      404,
    )
  })

  await report.guarantee('Served with nosniff, and as attachments unless images', async (attempt) => {
    const { ann: one, bob: other, roomId: id } = await talkers()
    const sent = [
      await sendFileOrThrow(site.url, one, id, { content: createPdf('<script>alert(1)</script>') }),
      await sendFileOrThrow(site.url, one, id, { content: createDocx(), ...word }),
      await sendFileOrThrow(site.url, one, id, {
        content: await createPlainImage(9, 9, 'red').png().toBuffer(),
        ...png,
      }),
    ]
    for (const { file } of sent) {
      const { headers } = await fetchContent(site.url, other, file.url)
      await attempt(`${file.name}: nosniff`, () => headers.get('x-content-type-options'), 'nosniff')
      await attempt(
        `${file.name}: how`,
        () => headers.get('content-disposition')?.split(';')[0],
        file.name.endsWith('.png') ? 'inline' : 'attachment',
      )
      await attempt(
        `${file.name}: runs nothing`,
        () => headers.get('content-security-policy'),
        /default-src 'none'.*sandbox/u,
      )
      await attempt(`${file.name}: cached privately`, () => headers.get('cache-control'), /private/u)
    }
  })

  await report.guarantee('A decompression bomb is refused before it is inflated', async (attempt) => {
    const bombs: [string, SentFile, string][] = [
      ['100 megapixels', { content: createPngWithDeclaredSize(10_000, 10_000), ...png }, '413 IMAGE_TOO_MANY_PIXELS'],
      ['900 megapixels', { content: createPngWithDeclaredSize(30_000, 30_000), ...png }, '413 IMAGE_TOO_MANY_PIXELS'],
      [
        'one pixel wide and 64 million high',
        { content: createPngWithDeclaredSize(1, 64_000_000), ...png },
        '413 IMAGE_TOO_MANY_PIXELS',
      ],
      ['a JPEG that is scanned 5,000 times', { content: createManyScanJpeg(5000), ...jpeg }, '400 IMAGE_UNREADABLE'],
      [
        '40 megapixels, twice as deep',
        { content: createPngWithDeclaredSize(8000, 5000, 16), ...png },
        '413 IMAGE_TOO_MANY_PIXELS',
      ],
      [
        'a document of 120 MB',
        { content: createDocx({ name: 'word/media/a.bmp', content: Buffer.alloc(120 * MB) }), ...word },
        '415 FILE_TYPE_INVALID',
      ],
      [
        'a document that says it is small',
        { content: createDocx({ name: 'word/a.xml', content: Buffer.alloc(20 * MB), claimedBytes: 1000 }), ...word },
        '415 FILE_TYPE_INVALID',
      ],
    ]
    for (const [what, file, wanted] of bombs) await attempt(what, () => send(file), wanted)
    await attempt(
      'as a profile picture',
      async () => {
        const answer = await fetch(`${site.url}/api/profiles/${ann.id}/picture`, {
          method: 'PUT',
          headers: {
            'content-type': 'image/png',
            cookie: toCookieHeader(ann),
          },
          body: new Uint8Array(createPngWithDeclaredSize(30_000, 30_000)),
        })
        return toOutcome({ status: answer.status, body: await answer.json() })
      },
      '413 IMAGE_TOO_MANY_PIXELS',
    )
    await attempt('what is left of them', () => kept(), 0)
    await attempt('the server goes on', () => site.send(ann, roomId, 'Still here after the bombs'), '200')
  })
}
