// @module-tag slow
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'

import { type ErrorCode, ERRORS } from '@kundig/contract/errors'
import { buildErrorBody } from '@kundig/contract/errors/error-body'
import { FILES } from '@kundig/contract/limits'

import {
  chat,
  chooseFiles,
  field,
  log,
  createNamedPhoto,
  openRoom,
  createPdfFile,
  findRow,
  createTransfer,
  pressSend,
  sendFiles,
  tray,
} from '../../../../test/component/chat-room.ts'
import { fakeLive } from '../../../../test/component/fake-live.ts'
import { openedFiles } from './sending/opened-files.ts'

const linkTo = (name: string) => log.getByRole('link', { name, exact: false })

function dispatchTransfer(target: Element, kind: 'dragover' | 'drop' | 'paste', transfer: DataTransfer): void {
  const options = { bubbles: true, cancelable: true }
  target.dispatchEvent(
    kind === 'paste'
      ? new ClipboardEvent(kind, { ...options, clipboardData: transfer })
      : new DragEvent(kind, { ...options, dataTransfer: transfer }),
  )
}

function refuse(code: ErrorCode, headers = {}): Response {
  return Response.json(buildErrorBody(code), { status: ERRORS[code].status, headers })
}

describe('adding files', () => {
  it('accepts files dropped on the chat or pasted, and pastes text as text', async () => {
    const { upload } = await openRoom()
    const files = createTransfer([createNamedPhoto('red.jpg', '#d00'), createPdfFile('plan.pdf')])
    const area = page.getByText('Drop your files here')
    dispatchTransfer(chat.element(), 'dragover', files)
    await expect.element(area).toBeVisible()
    dispatchTransfer(await log.findElement(), 'drop', files)
    await expect.element(area).not.toBeInTheDocument()
    await expect.poll(() => tray.element().querySelectorAll('img')).toHaveLength(1)
    expect(upload).not.toHaveBeenCalled()
    pressSend()
    await expect.element(log.getByRole('img', { name: /red\.jpg/u })).toBeVisible()
    await expect.element(linkTo('plan.pdf')).toBeVisible()
    dispatchTransfer(field.element(), 'paste', createTransfer([createNamedPhoto('green.jpg', '#0a0')]))
    await expect.element(findRow('green.jpg')).toBeVisible()
    pressSend()
    await expect.element(log.getByRole('img', { name: /green\.jpg/u })).toBeVisible()
    await expect.element(tray).not.toBeInTheDocument()
    // A text that is pasted with a picture of itself stays text.
    const text = createTransfer([new File(['words'], 'words.png', { type: 'image/png' })])
    text.setData('text/plain', 'words')
    dispatchTransfer(field.element(), 'paste', text)
    // Spreadsheet cells are pasted as text, even if the text equals the name of their picture.
    const cells = createTransfer([new File(['cells'], 'image.png', { type: 'image/png' })])
    cells.setData('text/plain', 'image.png')
    cells.setData('text/html', '<table><tr><td>image.png</table>')
    dispatchTransfer(field.element(), 'paste', cells)
    await new Promise(requestAnimationFrame)
    await expect.element(tray).not.toBeInTheDocument()
    expect(upload).toHaveBeenCalledTimes(3)
    // Copying files in a file manager also copies their names as text.
    const copied = createTransfer([createPdfFile('one.pdf'), createPdfFile('two.pdf')])
    copied.setData('text/plain', 'one.pdf\ntwo.pdf')
    dispatchTransfer(field.element(), 'paste', copied)
    await expect.element(findRow('two.pdf')).toBeVisible()
    pressSend()
    await expect.element(linkTo('one.pdf')).toBeVisible()
    await expect.element(linkTo('two.pdf')).toBeVisible()
    await expect.element(field).toHaveValue('')
  })

  it('is not possible in a closed chat, but stored files can still be opened', async () => {
    const { close, upload } = await openRoom()
    sendFiles(createPdfFile('plan.pdf'))
    await expect.element(linkTo('plan.pdf')).toBeVisible()
    close()
    await expect.element(page.getByText('This chat is closed')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Add files' })).not.toBeInTheDocument()
    dispatchTransfer(chat.element(), 'drop', createTransfer([createPdfFile('late.pdf')]))
    dispatchTransfer(chat.element(), 'paste', createTransfer([createPdfFile('late.pdf')]))
    await new Promise(requestAnimationFrame)
    await expect.element(tray).not.toBeInTheDocument()
    expect(upload).toHaveBeenCalledOnce()
    await expect.element(linkTo('plan.pdf')).toHaveAttribute('download', 'plan.pdf')
  })
})

describe('files being uploaded', () => {
  it('show their progress, can be cancelled one by one, and can be resent', async () => {
    const uploads: XMLHttpRequestUpload[] = []
    const { upload, storeFile } = await openRoom()
    vi.stubGlobal(
      'XMLHttpRequest',
      class extends XMLHttpRequest {
        constructor() {
          super()
          uploads.push(this.upload)
        }
      },
    )
    const held = Promise.withResolvers<void>()
    upload
      .mockReturnValueOnce(new Promise(() => undefined))
      .mockImplementationOnce((request) => held.promise.then(() => storeFile(request)))
    sendFiles(createPdfFile('slow.pdf'), createPdfFile('other.pdf'))
    await expect.poll(() => upload).toHaveBeenCalledOnce()
    uploads[0]?.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded: 40, total: 100 }))
    const bar = findRow('slow.pdf').getByRole('progressbar', { name: 'slow.pdf' })
    await expect.element(bar).toHaveAttribute('aria-valuenow', '40')
    await tray.getByRole('button', { name: 'Cancel slow.pdf' }).click()
    await expect.element(findRow('slow.pdf').getByRole('alert')).toHaveTextContent('Cancelled')
    await expect.element(tray.getByRole('button', { name: 'Remove slow.pdf' })).toHaveFocus()
    await expect.element(findRow('other.pdf').getByRole('progressbar')).toBeVisible()
    held.resolve()
    await expect.element(linkTo('other.pdf')).toBeVisible()
    await expect.element(linkTo('slow.pdf')).not.toBeInTheDocument()
    await tray.getByRole('button', { name: 'Try again: slow.pdf' }).click()
    await expect.element(tray).not.toBeInTheDocument()
    await expect.element(linkTo('slow.pdf')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Add files' })).toHaveFocus()
  })

  it('continue on other pages, and the tab warns before it closes with unsent files', async () => {
    const { stored, upload, storeFile } = await openRoom()
    const held = Promise.withResolvers<void>()
    upload.mockImplementation((request) => held.promise.then(() => storeFile(request)))
    const mayLeave = (): boolean => dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(mayLeave()).toBe(true)
    chooseFiles(createPdfFile('long.pdf'))
    expect(mayLeave()).toBe(false)
    pressSend()
    await expect.element(findRow('long.pdf').getByRole('progressbar')).toBeVisible()
    // The browser has stored the file, so the tab may close.
    await expect.poll(mayLeave).toBe(true)
    await page.getByRole('tab', { name: 'Explore' }).click()
    await expect.element(chat).not.toBeInTheDocument()
    held.resolve()
    await expect.poll(() => stored.map(({ file }) => file?.name)).toEqual(['long.pdf'])
  })

  it('show a request to keep the page open when the browser cannot store files', async () => {
    vi.stubGlobal('indexedDB', undefined)
    const { upload, storeFile } = await openRoom()
    const held = Promise.withResolvers<void>()
    upload.mockImplementation((request) => held.promise.then(() => storeFile(request)))
    sendFiles(createPdfFile('long.pdf'))
    await expect.element(tray).toMatchTextContent('Keep this page open until your files are sent.')
    expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)
    held.resolve()
    await expect.element(linkTo('long.pdf')).toBeVisible()
    await expect.element(tray).not.toBeInTheDocument()
  })

  it('wait for a connection, and are then sent in order after their text', async () => {
    const { stored, upload } = await openRoom()
    await field.fill('Hello')
    pressSend()
    await expect.poll(() => stored).toHaveLength(1)
    fakeLive.fail()
    chooseFiles(createPdfFile('1.pdf'), createPdfFile('2.pdf'))
    await field.fill('Both plans')
    pressSend()
    for (const name of ['1.pdf', '2.pdf'])
      await expect.element(findRow(name)).toMatchTextContent('Waiting for connection')
    expect(upload).not.toHaveBeenCalled()
    fakeLive.recover()
    dispatchEvent(new Event('online'))
    await expect
      .poll(() => stored.map(({ content, file }) => file?.name ?? content), { timeout: 10_000 })
      .toEqual(['Hello', 'Both plans', '1.pdf', '2.pdf'])
    await expect.element(tray).not.toBeInTheDocument()
  })

  it('disappear when their message exists, although the server’s response was lost', async () => {
    const { upload, storeFile, stored } = await openRoom()
    upload.mockImplementation(async (request) => {
      await storeFile(request)
      const [message] = stored
      if (message) fakeLive.emit('message.created', message)
      return new Promise(() => undefined)
    })
    sendFiles(createPdfFile('plan.pdf'))
    await expect.element(linkTo('plan.pdf')).toBeVisible()
    const queue = openedFiles.get()?.queue
    const [file] = queue?.attachments.get() ?? []
    expect(file?.state.status).toBe('sending')
    queue?.cancel(file?.id ?? '')
    await expect.poll(() => queue?.attachments.get()).toEqual([])
  })

  // spec 8.43
  it('fail when the server stored different bytes than were sent', async () => {
    const { upload, storeFile, stored } = await openRoom()
    upload.mockImplementationOnce((request) =>
      storeFile(new Request(request.url, { method: 'POST', headers: request.headers, body: '%PDF-1.4 another' })),
    )
    sendFiles(createPdfFile('contract.pdf'))
    await expect.element(findRow('contract.pdf').getByRole('alert')).toHaveTextContent('Failed to send file')
    await findRow('contract.pdf').getByRole('button', { name: 'Try again: contract.pdf' }).click()
    await expect.element(tray).not.toBeInTheDocument()
    const [first, second] = stored.map(({ client_id }) => client_id)
    expect(second).toBeDefined()
    expect(second).not.toBe(first)
  })

  // spec 8.46
  it('are refused when the chat closes during the upload, and can then only be removed', async () => {
    const { upload, close } = await openRoom()
    const held = Promise.withResolvers<void>()
    upload.mockImplementation(() => held.promise.then(() => refuse('ROOM_CLOSED')))
    sendFiles(createPdfFile('late.pdf'))
    await expect.element(findRow('late.pdf')).toBeVisible()
    close()
    await expect.element(page.getByText('This chat is closed')).toBeVisible()
    held.resolve()
    await expect
      .element(findRow('late.pdf').getByRole('alert'))
      .toHaveTextContent('Cannot send messages in a closed chat')
    await findRow('late.pdf').getByRole('button').click()
    await expect.element(tray).not.toBeInTheDocument()
  })
})

const REFUSALS = {
  en: {
    large: 'File size exceeds 5MB limit',
    type: 'Invalid file type',
    broken: 'Failed to process image',
    video: 'This is not a PDF (it looks like a video).',
    zip: 'This is not a PNG (it looks like a ZIP file).',
    rate: /10 files a minute\. The rest follows in \d+ s\./u,
    fine: 'You can send pictures (JPEG, PNG, GIF, WebP), PDF, DOC, DOCX, XLSX, PPTX, ODT, TXT or CSV, up to 5 MB; photos up to 30 MB.',
    size: '5.1 MB',
  },
  nl: {
    large: 'Het bestand is groter dan 5 MB',
    type: 'Ongeldig bestandstype',
    broken: 'Afbeelding verwerken is niet gelukt',
    video: 'Dit is geen PDF (het lijkt een video te zijn).',
    zip: 'Dit is geen PNG (het lijkt een ZIP-bestand te zijn).',
    rate: /10 bestanden per minuut versturen\. De rest volgt over \d+ s\./u,
    fine: 'Je kunt afbeeldingen (JPEG, PNG, GIF, WebP), PDF, DOC, DOCX, XLSX, PPTX, ODT, TXT of CSV sturen, tot 5 MB; foto’s tot 30 MB.',
    size: '5,1 MB',
  },
}

describe.each(['en', 'nl'] as const)('refused files (%s)', (language) => {
  const texts = REFUSALS[language]

  // spec 5.42, 5.43, 5.45, 8.48, 9.10
  it('show the reasons for the refusals, and the other files are sent', async () => {
    await openRoom({ language })
    const refused: [File, string][] = [
      [new File([new Uint8Array(FILES.bytesMax + 1)], 'large.pdf', { type: 'application/pdf' }), texts.large],
      [new File(['film'], 'film.mp4', { type: 'video/mp4' }), texts.type],
      [new File(['photo'], 'photo.pdf', { type: 'image/jpeg' }), texts.broken],
      [new File(['notes\0'], 'notes.md', { type: 'text/markdown' }), texts.type],
      [new File(['\0\0\0\u0018ftypisom'], 'scan.pdf', { type: 'application/pdf' }), texts.video],
      [new File(['PK\u0003\u0004 and more'], 'sheet.png', { type: 'image/png' }), texts.zip],
    ]
    sendFiles(...refused.map(([file]) => file), createPdfFile('good.pdf'))
    for (const [{ name }, text] of refused)
      await expect.element(findRow(name).getByRole('alert')).toHaveTextContent(text)
    await expect.element(tray.getByText(texts.fine)).toBeVisible()
    await expect.element(findRow('large.pdf')).toMatchTextContent(texts.size)
    await expect.element(linkTo('good.pdf')).toBeVisible()
    await expect.element(tray.getByRole('button', { name: /^(?:Try again|Probeer opnieuw)/u })).not.toBeInTheDocument()
    for (const [{ name }] of refused) await findRow(name).getByRole('button').click()
    await expect.element(tray).not.toBeInTheDocument()
  })

  // spec 5.48
  it('show when the eleventh file in a minute will be sent, and send it automatically', async () => {
    const { upload } = await openRoom({ language })
    upload.mockImplementationOnce(() => refuse('UPLOAD_RATE_EXCEEDED', { 'retry-after': '2' }))
    sendFiles(createPdfFile('late.pdf'))
    await expect.element(tray.getByText(texts.rate)).toBeVisible()
    await expect.element(tray.getByRole('button', { name: /^(?:Try again|Probeer opnieuw)/u })).not.toBeInTheDocument()
    await expect.element(linkTo('late.pdf')).toBeVisible()
    await expect.element(tray).not.toBeInTheDocument()
  })
})
