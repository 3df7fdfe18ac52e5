import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'

import { TYPING } from '@kundig/contract/limits'

import { MARIEKE, ROOM } from '../../../../development/gallery/gallery-data.ts'
import {
  listBubbles,
  createMessage,
  field,
  log,
  openRoom,
  send,
  listTexts,
} from '../../../../test/component/chat-room.ts'
import { fakeLive } from '../../../../test/component/fake-live.ts'

interface InputMethod {
  send: (name: string, input: object) => Promise<void>
}

const widthOfField = (): number => field.element().getBoundingClientRect().width

describe('writing a message', () => {
  it('sends on Enter, adds a line on Shift+Enter, and ignores Enter of an input method', async () => {
    const { stored } = await openRoom()
    await field.click()
    await userEvent.keyboard('one{Shift>}{Enter}{/Shift}two ')
    const input = cdp() as unknown as InputMethod
    await input.send('Input.insertText', { text: '👩‍🔬' })
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => stored.map(({ content }) => content)).toEqual(['one\ntwo 👩‍🔬'])
    await expect.poll(listTexts).toEqual(['one\ntwo 👩‍🔬'])

    await input.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 })
    await expect.element(field).toHaveValue('にほん')
    // Browsers report keys handled by an input method with this key code.
    // oxlint-disable-next-line typescript/no-deprecated -- there is no other way
    const enter = new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true })
    expect(field.element().dispatchEvent(enter)).toBe(true)
    await expect.element(field).toHaveValue('にほん')
    expect(listTexts()).toHaveLength(1)
    await input.send('Input.insertText', { text: '日本' })
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => stored[1]?.content).toBe('日本')
    expect(listTexts()).toHaveLength(2)
  })

  // spec 5.40, 5.41
  it('the message field refuses blank text and invalid characters', async () => {
    const { stored } = await openRoom()
    await field.fill('  \n ')
    await userEvent.keyboard('{Enter}')
    await expect.element(field).not.toBeInvalid()
    await field.fill('Ring \u0007me')
    await userEvent.keyboard('{Enter}')
    await expect.element(field).toBeInvalid()
    await expect
      .element(field)
      .toHaveAccessibleDescription('Message contains invalid characters (U+0007, character 6 after “Ring”)')
    await field.fill('  hello ')
    await expect.element(field).not.toBeInvalid()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => stored.map(({ content }) => content)).toEqual(['hello'])
    expect(listTexts()).toEqual(['hello'])
  })

  it('removes invisible characters from pasted text before sending', async () => {
    const { stored } = await openRoom()
    await field.fill('Ring \u202D020 555\u202C\vor\u2028write\ftoday \u202Eolleh')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => stored.map(({ content }) => content)).toEqual(['Ring 020 555\nor\nwrite\ntoday olleh'])
  })

  it('shows under the field that a text is too long, and does not send the text', async () => {
    const { stored } = await openRoom()
    const refusal = 'Message must have at most 2,000 characters'
    await field.fill('x'.repeat(2000))
    await expect.element(page.getByText('2,000 / 2,000')).toBeVisible()
    await expect.element(field).not.toHaveAttribute('aria-invalid')
    await field.fill('x'.repeat(2001))
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    await expect.element(field).toHaveAccessibleDescription(refusal)
    await send.click()
    await expect.element(page.getByRole('alert')).toHaveTextContent(refusal)
    await expect.element(field).toHaveValue('x'.repeat(2001))
    await field.fill(`${'x'.repeat(2000)}  `)
    await expect.element(field).not.toHaveAttribute('aria-invalid')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => stored).toHaveLength(1)
  })

  it('uses the full width of a phone for several lines, and keeps the caret position', async () => {
    await openRoom({ width: 375, height: 812 })
    await field.click()
    await userEvent.keyboard('oneend')
    const narrow = widthOfField()
    await userEvent.keyboard('{ArrowLeft>3/}{Shift>}{Enter}{/Shift}')
    await expect.poll(widthOfField).toBeGreaterThan(narrow + 100)
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('two ')
    await expect.element(field).toHaveValue('one\ntwo end')
    // The field keeps its height for a shorter text. Sending resets the height to one row.
    await userEvent.keyboard('{Backspace>5/}')
    await expect.element(field).toHaveValue('oneend')
    expect(widthOfField()).toBeGreaterThan(narrow + 100)
    await userEvent.keyboard('{Enter}')
    await expect.poll(widthOfField).toBe(narrow)
  })

  it('keeps a draft for each room until the person logs out', async () => {
    const other = { ...ROOM, id: ROOM.id.replace(/\d\d$/u, '21'), requestMessage: 'Another topic' }
    const signOut = vi.fn<() => Response>(() => Response.json({ success: true }))
    await openRoom({ rooms: [ROOM, other], http: { 'POST /api/auth/sign-out': signOut } })
    const entry = (topic: string) => page.getByRole('navigation', { name: 'Your chats' }).getByText(topic)
    const draftKeys = () => Object.keys(localStorage).filter((key) => key.startsWith('draft:'))
    await field.fill('for the first')
    await entry('Another topic').click()
    await expect.element(field).toHaveValue('')
    await field.fill('for the other')
    await page.getByRole('tab', { name: 'Explore' }).click()
    await expect.element(field).not.toBeInTheDocument()
    await page.getByRole('tab', { name: 'Chats' }).click()
    await entry(ROOM.requestMessage ?? '').click()
    await expect.element(field).toHaveValue('for the first')
    expect(draftKeys()).toHaveLength(2)
    await page.getByRole('button', { name: 'Log Out' }).click()
    await expect.element(page.getByRole('link', { name: 'Log In' }).first()).toBeVisible()
    await expect.poll(draftKeys).toEqual([])
    expect(signOut).toHaveBeenCalledOnce()
  })
})

describe('Enter', () => {
  it.each([
    [false, ['by keyboard'], ''],
    [true, [], 'by keyboard\n'],
  ])('sends on a computer, and adds a line on a phone (phone: %j)', async (isPhone, sent, left) => {
    const matchMedia = window.matchMedia.bind(window)
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      query.startsWith('(pointer: coarse)') ? matchMedia(isPhone ? 'all' : 'not all') : matchMedia(query),
    )
    onTestFinished(() => void vi.restoreAllMocks())
    const { stored } = await openRoom()
    await field.fill('by keyboard')
    await userEvent.keyboard('{Enter}')
    await expect.element(field).toHaveValue(left)
    await expect.poll(() => stored.map(({ content }) => content)).toEqual(sent)
  })
})

describe('typing', () => {
  it('typing notifies the partner at most once per interval', async () => {
    const typing = vi.fn<(input: object) => void>()
    await openRoom({ live: { typing } })
    vi.useFakeTimers({ toFake: ['performance'] })
    await field.fill('  ')
    await field.fill('a')
    await field.fill('ab')
    await expect.poll(() => typing.mock.calls).toEqual([[{ room_id: ROOM.id }]])
    vi.advanceTimersByTime(TYPING.everyMs)
    await field.fill('abc')
    await expect.poll(() => typing).toHaveBeenCalledTimes(2)
    vi.useRealTimers()
  })

  it('the partner’s typing indicator disappears after a message, a timeout or the end of the chat', async () => {
    const { receive, close } = await openRoom({ language: 'nl' })
    const sign = page.getByText('Marieke typt…')
    const type = (): void => fakeLive.emit('typing', { room_id: ROOM.id, user_id: MARIEKE.id })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    type()
    await expect.element(sign).toBeVisible()
    receive('Half a thought')
    await expect.poll(listTexts).toEqual(['Half a thought'])
    await expect.element(sign, { timeout: 3000 }).not.toBeInTheDocument()

    type()
    await expect.element(sign).toBeVisible()
    vi.advanceTimersByTime(TYPING.shownMs - 2000)
    expect(sign.element()).toBeVisible()
    vi.advanceTimersByTime(2000)
    await expect.element(sign).not.toBeInTheDocument()

    type()
    await expect.element(sign).toBeVisible()
    close()
    await expect.element(page.getByText('Deze chat is gesloten')).toBeVisible()
    await expect.element(sign, { timeout: 3000 }).not.toBeInTheDocument()
    await expect.element(field).not.toBeInTheDocument()
    vi.useRealTimers()
  })
})

describe('a message', () => {
  it('shows web and mail addresses in a message as safe links', async () => {
    const content = 'See https://kundig.example/a(b)?c=d, www.kundig.nl or mail anna@kundig.nl. ftp://x.example'
    await openRoom({ messages: [createMessage(1, { content })] })
    const links = (): HTMLAnchorElement[] => listBubbles().flatMap((bubble) => [...bubble.querySelectorAll('a')])
    await expect.poll(links).toHaveLength(3)
    expect(links().map(({ textContent, href, target, rel }) => [textContent, href, target, rel])).toEqual(
      [
        ['https://kundig.example/a(b)?c=d', 'https://kundig.example/a(b)?c=d'],
        ['www.kundig.nl', 'https://www.kundig.nl/'],
        ['anna@kundig.nl', 'mailto:anna@kundig.nl'],
      ].map((link) => [...link, '_blank', 'noopener noreferrer nofollow ugc']),
    )
    getSelection()?.selectAllChildren(listBubbles()[0]?.querySelector('[dir=auto]') ?? document.body)
    expect(getSelection()?.toString().trim()).toBe(content)
  })

  it('shows code without back-ticks, and copies a block of code', async () => {
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    onTestFinished(() => written.mockRestore())
    const content = 'Try `a < b`, `` `x` `` or\n```ts\nconst a = 1\n\nrun(a)\n```\nand `one tick'
    await openRoom({ messages: [createMessage(1, { content })] })
    const code = (): string[] => Array.from(log.element().querySelectorAll('code'), ({ textContent }) => textContent)
    await expect.poll(code).toEqual(['a < b', '`x`', 'const a = 1\n\nrun(a)'])
    expect(listBubbles()[0]?.textContent).toContain('and `one tick')
    await log.getByRole('button', { name: 'Copy' }).click()
    expect(written).toHaveBeenCalledWith('const a = 1\n\nrun(a)')
  })

  // spec 5.26
  it('shows markup, scripts and right-to-left text as harmless text', async () => {
    const alert = vi.fn<() => void>()
    vi.stubGlobal('alert', alert)
    const written = [
      '<img src=x onerror=alert(1)>hello',
      'if a < b && c > d then',
      'שלום עולם',
      `long${'o'.repeat(300)}ng`,
    ]
    await openRoom({ messages: written.map((content, index) => createMessage(index + 1, { content })) })
    await expect.poll(listTexts).toEqual(written)
    const box = log.element()
    expect(box.querySelector('.bubble img')).toBeNull()
    expect(box.scrollWidth).toBeLessThanOrEqual(box.clientWidth)
    expect(alert).not.toHaveBeenCalled()
  })
})
