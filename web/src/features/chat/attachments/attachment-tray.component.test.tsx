// @module-tag slow
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { buildErrorBody } from '@kundig/contract/errors/error-body'
import { APPEARANCES } from '@kundig/testing/browser/appearances'

import { READER, ROOM } from '../../../../development/gallery/gallery-data.ts'
import {
  chat,
  chooseFiles,
  createMessage,
  createNamedPhoto,
  createPdfFile,
  field,
  findRow,
  listTexts,
  log,
  openMessageMenu,
  openRoom,
  pressSend,
  send,
  tray,
} from '../../../../test/component/chat-room.ts'
import { expectNoAxeViolations } from '../../../../test/component/violations.ts'

type Opened = Awaited<ReturnType<typeof openRoom>>

const listStored = ({ stored }: Pick<Opened, 'stored'>) => stored.map(({ file, content }) => file?.name ?? content)
const listRows = () =>
  Array.from(document.querySelectorAll('section section li'), (row) => row.querySelector('p')?.getAttribute('title'))
const button = (name: string) => tray.getByRole('button', { name })

async function choose(...files: File[]): Promise<void> {
  chooseFiles(...files)
  await expect.poll(listRows).toHaveLength(files.length)
  await expect.element(tray.getByText('Preparing')).not.toBeInTheDocument()
}

async function removeAll(): Promise<void> {
  for (const name of listRows()) await button(`Remove ${name}`).click()
  await expect.element(tray).not.toBeInTheDocument()
}

describe('chosen files', () => {
  it('stay in the tray with preview and size until the person sends them with Enter', async () => {
    const opened = await openRoom()
    await choose(createNamedPhoto('red.jpg', '#d00'), createPdfFile('plan.pdf'))
    await expect.element(page.getByRole('region', { name: 'Chosen files' })).toBeVisible()
    await expect.element(field).toHaveFocus()
    await expect.element(chat.getByText('2 files chosen')).toBeInTheDocument()
    await expect.element(tray.getByText('Your files are sent with your message.')).toBeVisible()
    await expect.element(findRow('plan.pdf')).toHaveTextContent('plan.pdf30 bytes')
    const picture = tray.element().querySelector('img')
    expect(picture?.getBoundingClientRect().width).toBe(64)
    expect(picture?.naturalWidth).toBeGreaterThanOrEqual(128)
    expect(opened.upload).not.toHaveBeenCalled()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => listStored(opened)).toEqual(['red.jpg', 'plan.pdf'])
    await expect.element(tray).not.toBeInTheDocument()
  })

  it('are sent in order after the accompanying text, even when the text is delayed', async () => {
    let refusals = 0
    const opened: Opened = await openRoom({
      live: {
        'message.send': ({ client_id, content }) => {
          if (refusals++ === 0) return { ok: false, code: 'UNAVAILABLE', retry_after_s: 1 }
          const message = createMessage(opened.stored.length + 1, { sender_id: READER.id, client_id, content })
          opened.stored.push(message)
          return { ok: true, result: message }
        },
      },
    })
    await choose(createPdfFile('1.pdf'), createPdfFile('2.pdf'))
    await userEvent.keyboard('Look at this{Enter}')
    await expect.element(field).toHaveValue('')
    await expect.element(findRow('1.pdf')).toMatchTextContent('Waiting')
    await expect.poll(() => listStored(opened)).toEqual(['Look at this', '1.pdf', '2.pdf'])
    await expect.element(tray).not.toBeInTheDocument()
  })

  it('stay in the tray while the text is invalid or cannot be stored', async () => {
    const { upload } = await openRoom()
    await choose(createPdfFile('plan.pdf'))
    for (const text of ['x'.repeat(2001), 'Ring \u0007me']) {
      await field.fill(text)
      await send.click()
      await expect.element(field).toBeInvalid()
    }
    await field.fill('Look at this')
    const uuid = vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
      throw new Error('no id')
    })
    onTestFinished(() => uuid.mockRestore())
    await send.click()
    await expect.element(page.getByText('Failed to send message')).toBeVisible()
    await expect.element(field).toHaveValue('Look at this')
    await expect.element(tray.getByText('Your files are sent with your message.')).toBeVisible()
    expect(upload).not.toHaveBeenCalled()
    await removeAll()
  })

  it('are sent alone without ending a reply', async () => {
    const opened = await openRoom({ messages: [createMessage(1, { content: 'A question' })] })
    const [question] = opened.stored
    if (!question) throw new Error('no message')
    await openMessageMenu(question)
    await page.getByRole('menuitem', { name: 'Reply' }).click()
    await choose(createPdfFile('plan.pdf'))
    await send.click()
    await expect.poll(() => listStored(opened)).toEqual(['A question', 'plan.pdf'])
    await expect.element(page.getByText('Replying to Marieke')).toBeVisible()
    await field.fill('An answer')
    await send.click()
    await expect.poll(() => opened.stored.at(-1)?.reply_to?.seq).toBe(1)
  })

  it('stay in the tray in edit mode, and Save stores only the text', async () => {
    const own = createMessage(1, { sender_id: READER.id, content: 'Hello', created_at: new Date().toISOString() })
    const { upload } = await openRoom({
      messages: [own],
      api: {
        chat: {
          editMessage: ({ content }: { content: string }) => ({ ...own, content, edited: true, change_seq: 1 }),
        },
      },
    })
    await choose(createPdfFile('plan.pdf'))
    await expect.poll(listTexts).toEqual(['Hello'])
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(field).toHaveValue('Hello')
    await field.fill('Hello there')
    await userEvent.keyboard('{Enter}')
    await expect.element(field).toHaveValue('')
    await expect.poll(listTexts).toEqual(['Hello there'])
    await expect.element(findRow('plan.pdf')).toBeVisible()
    expect(upload).not.toHaveBeenCalled()
    await removeAll()
  })

  it('show an error before the person sends them', async () => {
    const { upload } = await openRoom()
    await choose(new File(['photo'], 'photo.jpg', { type: 'image/jpeg' }), createPdfFile('plan.pdf'))
    await expect.element(findRow('photo.jpg').getByRole('alert')).toHaveTextContent('Failed to process image')
    expect(upload).not.toHaveBeenCalled()
    pressSend()
    await expect.element(log.getByRole('link', { name: 'plan.pdf', exact: false })).toBeVisible()
    expect(listRows()).toEqual(['photo.jpg'])
    await removeAll()
    expect(upload).toHaveBeenCalledOnce()
  })

  it.each([
    ['en', 'Ten files at most at once'],
    ['nl', 'Hoogstens tien bestanden tegelijk'],
  ] as const)('the first ten chosen files are kept, and the others are refused (%s)', async (language, refusal) => {
    await openRoom({ language })
    const names = Array.from({ length: 12 }, (_, index) => `${index + 1}.pdf`)
    chooseFiles(...names.map((name) => createPdfFile(name)))
    await expect.element(page.getByText(refusal)).toBeVisible()
    await expect.poll(listRows).toEqual(names.slice(0, 10))
  })

  it('stay in the tray when the person leaves the room, and warn before the tab closes', async () => {
    const { upload } = await openRoom()
    const mayLeave = (): boolean => dispatchEvent(new Event('beforeunload', { cancelable: true }))
    await choose(createPdfFile('plan.pdf'))
    expect(mayLeave()).toBe(false)
    await page.getByRole('tab', { name: 'Explore' }).click()
    await expect.element(chat).not.toBeInTheDocument()
    await page.getByRole('tab', { name: 'Chats' }).click()
    await page.getByText(ROOM.requestMessage ?? '').click()
    await expect.element(findRow('plan.pdf')).toBeVisible()
    await removeAll()
    expect(mayLeave()).toBe(true)
    expect(upload).not.toHaveBeenCalled()
  })

  it('can only be removed once the chat is closed', async () => {
    const { close, upload } = await openRoom()
    await choose(createPdfFile('1.pdf'), createPdfFile('2.pdf'))
    close()
    await expect.element(page.getByText('This chat is closed')).toBeVisible()
    const names = tray
      .getByRole('button')
      .all()
      .map((one) => one.element().getAttribute('aria-label'))
    expect(names).toEqual(['Remove 1.pdf', 'Remove 2.pdf'])
    await expect.element(tray.getByText('Your files are sent with your message.')).not.toBeInTheDocument()
    await removeAll()
    expect(upload).not.toHaveBeenCalled()
  })

  it('are sent again after the server fails, and can be retried after a refusal', async () => {
    const opened = await openRoom()
    opened.upload
      .mockImplementationOnce(() => Response.json(buildErrorBody('FILE_SEND_FAILED'), { status: 500 }))
      .mockImplementationOnce(() => Response.json(buildErrorBody('UPLOAD_RATE_EXCEEDED'), { status: 429 }))
    await choose(createPdfFile('plan.pdf'))
    pressSend()
    await expect.element(page.getByRole('region', { name: 'Sending files' })).toBeVisible()
    await button('Try again: plan.pdf').click()
    await expect.poll(() => listStored(opened)).toEqual(['plan.pdf'])
    expect(opened.upload).toHaveBeenCalledTimes(3)
    await expect.element(tray).not.toBeInTheDocument()
  })
})

describe('the order of chosen files', () => {
  it('changes by buttons that keep the focus and announce the new position', async () => {
    const opened = await openRoom()
    await choose(createPdfFile('1.pdf'))
    await expect.element(button('Move 1.pdf later')).not.toBeInTheDocument()
    chooseFiles(createPdfFile('2.pdf'), createPdfFile('3.pdf'))
    await expect.element(button('Move 1.pdf earlier')).toHaveAttribute('aria-disabled', 'true')
    await expect.element(button('Move 3.pdf later')).toHaveAttribute('aria-disabled', 'true')
    await button('Move 1.pdf later').click()
    expect(listRows()).toEqual(['2.pdf', '1.pdf', '3.pdf'])
    await expect.element(button('Move 1.pdf later')).toHaveFocus()
    await expect.element(chat.getByText('1.pdf: 2 of 3')).toBeInTheDocument()
    await userEvent.keyboard('{Enter}')
    expect(listRows()).toEqual(['2.pdf', '3.pdf', '1.pdf'])
    await expect.element(button('Move 1.pdf later')).toHaveFocus()
    await expect.element(button('Move 1.pdf later')).toHaveAttribute('aria-disabled', 'true')
    await userEvent.keyboard('{Enter}')
    await button('Move 3.pdf earlier').click()
    expect(listRows()).toEqual(['3.pdf', '2.pdf', '1.pdf'])
    await expect.element(button('Move 3.pdf earlier')).toHaveFocus()
    pressSend()
    await expect.poll(() => listStored(opened)).toEqual(['3.pdf', '2.pdf', '1.pdf'])
    await expect.element(tray).not.toBeInTheDocument()
  })

  it('keeps the focus in the tray while files are removed', async () => {
    await openRoom()
    await choose(createPdfFile('1.pdf'), createPdfFile('2.pdf'), createPdfFile('3.pdf'))
    await button('Remove 2.pdf').click()
    await expect.element(button('Remove 3.pdf')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(button('Remove 1.pdf')).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    expect(listRows()).toEqual(['1.pdf'])
    await userEvent.keyboard('{Enter}')
    await expect.element(chat.getByRole('button', { name: 'Add files' })).toHaveFocus()
  })
})

it('the tray leaves at least half of a phone’s screen to the messages', async () => {
  await openRoom({ width: 375, height: 812 })
  await choose(...Array.from({ length: 10 }, (_, index) => createNamedPhoto(`photo ${index}.jpg`, '#d00')))
  expect(log.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(406)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(375)
})

describe.each(APPEARANCES)('accessibility (%s)', (_name, appearance) => {
  it('has no violations with chosen files', async () => {
    await openRoom(appearance)
    chooseFiles(createNamedPhoto('red.jpg', '#d00'), createPdfFile(`${'long '.repeat(30)}name.pdf`))
    await expect.poll(listRows).toHaveLength(2)
    await expectNoAxeViolations()
    expect(tray.element().scrollWidth).toBeLessThanOrEqual(tray.element().clientWidth)
  })
})
