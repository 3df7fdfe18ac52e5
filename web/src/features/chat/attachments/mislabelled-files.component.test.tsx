// @module-tag slow
import { describe, expect, it } from 'vitest'

import { buildErrorBody } from '@kundig/contract/errors/error-body'

import {
  chooseFiles,
  createNamedPhoto,
  openRoom,
  createPdfFile,
  findRow,
  sendFiles,
  tray,
} from '../../../../test/component/chat-room.ts'

const DOC = 'application/msword'
const named = (body: Blob | string, name: string, type: string): File => new File([body], name, { type })

async function drawImage(type: 'image/png' | 'image/webp' | 'image/jpeg', opacity = 1): Promise<Blob> {
  const canvas = new OffscreenCanvas(60, 40)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas')
  context.fillStyle = `rgb(200 0 0 / ${opacity})`
  context.fillRect(0, 0, 60, 40)
  return canvas.convertToBlob({ type })
}

/** Bitmap of one black pixel, in the format of Paint. */
const BITMAP = new Uint8Array(58)
BITMAP.set([0x42, 0x4d, 58, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 24])
/** Only the parts of an old Word file that the type detection reads. */
const OLD_WORD = '\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1W\0o\0r\0d\0D\0o\0c\0u\0m\0e\0n\0t\0'
const latin = (text: string): Blob => new Blob([Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0)])

async function sendAll(files: readonly File[]) {
  const { upload, storeFile } = await openRoom()
  const sent: [name: string | null, type: string | null, head: string][] = []
  upload.mockImplementation(async (request) => {
    const body = new Uint8Array(await request.clone().arrayBuffer())
    const head = String.fromCodePoint(...body.subarray(0, 4)).replace(/[^!-~]/gu, '')
    sent.push([new URL(request.url).searchParams.get('name'), request.headers.get('content-type'), head])
    return storeFile(request)
  })
  sendFiles(...files)
  await expect.poll(() => sent, { timeout: 15_000 }).toHaveLength(files.length)
  await expect.element(tray).not.toBeInTheDocument()
  return sent
}

describe('a file that can be sent', () => {
  it('gets the type and the extension that match its content', async () => {
    const png = await drawImage('image/png')
    const jpeg = createNamedPhoto('', '#d00')
    const pdf = await createPdfFile('').text()
    expect(
      await sendAll([
        named(jpeg, 'photo.jfif', 'image/jpeg'),
        named(jpeg, '1000054321', ''),
        named(jpeg, 'a.jpg', 'image/jpg'),
        named(png, 'shot.jpg', 'image/jpeg'),
        named(png, 'scan.pdf', 'application/pdf'),
        named(pdf, 'report.pdf', 'application/octet-stream'),
        named(`\uFEFF\r\n${pdf}`, 'Plan 1.2', 'application/x-pdf'),
        named(latin(OLD_WORD), 'letter.docx', 'application/zip'),
        named('name;price', 'prices.csv', 'application/vnd.ms-excel'),
        named(latin('caf\u00E9'), 'notes.txt', 'text/plain'),
      ]),
    ).toEqual([
      ['photo.jpg', 'image/jpeg', ''],
      ['1000054321.jpg', 'image/jpeg', ''],
      ['a.jpg', 'image/jpeg', ''],
      ['shot.png', 'image/png', 'PNG'],
      ['scan.png', 'image/png', 'PNG'],
      ['report.pdf', 'application/pdf', '%PDF'],
      ['Plan 1.2.pdf', 'application/pdf', ''],
      ['letter.doc', DOC, ''],
      ['prices.csv', 'text/csv', 'name'],
      ['notes.txt', 'text/plain', 'c'],
    ])
  })

  it('a picture is sent in any format that the browser can show', async () => {
    const webp = await drawImage('image/webp')
    const glass = await drawImage('image/webp', 0.5)
    expect(
      await sendAll([
        named(webp, 'red.webp', 'image/webp'),
        named(webp, 'red.jpg', 'image/jpeg'),
        named(glass, 'glass.png', 'image/png'),
        named(new Blob([BITMAP]), 'paint.bmp', 'image/bmp'),
      ]),
    ).toEqual([
      ['red.jpg', 'image/jpeg', ''],
      ['red.jpg', 'image/jpeg', ''],
      ['glass.png', 'image/png', 'PNG'],
      ['paint.jpg', 'image/jpeg', ''],
    ])
  })

  it('a picture that the server cannot read is redrawn and sent again', async () => {
    const { upload, storeFile, stored } = await openRoom()
    const photo = createNamedPhoto('cut.jpg', '#d00')
    const cut = new File([photo.slice(0, -2)], 'cut.jpg', { type: 'image/jpeg' })
    const ends: number[] = []
    upload.mockImplementation(async (request) => {
      const body = new Uint8Array(await request.clone().arrayBuffer())
      ends.push(body.at(-1) ?? 0)
      const isWhole = body.at(-2) === 0xff && body.at(-1) === 0xd9
      return isWhole ? storeFile(request) : Response.json(buildErrorBody('IMAGE_UNREADABLE'), { status: 400 })
    })
    sendFiles(cut)
    await expect.poll(() => stored.map(({ file }) => file?.name)).toEqual(['cut.jpg'])
    await expect.element(tray).not.toBeInTheDocument()
    expect(ends).toHaveLength(2)
  })

  it('is refused when the server cannot read the redrawn copy either', async () => {
    const { upload } = await openRoom()
    upload.mockImplementation(() => Response.json(buildErrorBody('IMAGE_UNREADABLE'), { status: 400 }))
    sendFiles(createNamedPhoto('odd.jpg', '#d00'))
    await expect.element(findRow('odd.jpg').getByRole('alert')).toHaveTextContent('Failed to process image')
    expect(upload).toHaveBeenCalledTimes(2)
  })
})

it('refuses a file of an unsupported kind, whatever type and extension it declares', async () => {
  const { upload } = await openRoom()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
  const refused: [File, string][] = [
    [named(svg, 'drawing.svg', 'image/svg+xml'), 'Invalid file type'],
    [named('\0\0\0\u0018ftypheic', 'phone.heic', 'image/heic'), 'Invalid file type'],
    [named('PK\u0003\u0004 and more', 'all.zip', 'application/zip'), 'Invalid file type'],
    [named('PK\u0003\u0004 and more', 'letter.docx', 'application/octet-stream'), 'Invalid file type'],
    [named('<p>%PDF-1.7', 'page.pdf', 'application/pdf'), 'This is not a PDF.'],
    [named('a\0b', 'notes.txt', 'text/plain'), 'This is not a text.'],
  ]
  chooseFiles(...refused.map(([file]) => file))
  for (const [{ name }, text] of refused) await expect.element(findRow(name).getByRole('alert')).toHaveTextContent(text)
  expect(upload).not.toHaveBeenCalled()
})
