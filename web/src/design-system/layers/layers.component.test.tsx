import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { createPaymentMessage, MARIEKE, READER, ROOM } from '../../../development/gallery/gallery-data.ts'
import { openApp } from '../../../test/component/open-app.tsx'

const PROFILE = `/profile/${MARIEKE.id}`
const DASHBOARD = '/dashboard?tab=requests'
const CHATS = '/dashboard?tab=chats'
const IN_ROOM = `${CHATS}&room=${ROOM.id}`
const PHONE = { width: 375, height: 812 }

const bar = page.getByRole('navigation', { name: 'Main' })
const dialog = page.getByRole('dialog')
const question = page.getByRole('alertdialog')
const sendRequest = page.getByRole('button', { name: /^Send Request/u })
const field = dialog.getByRole('textbox')
const press = (name: string) => page.getByRole('button', { name }).click()
const expectAddress = (href: string) => expect.poll(() => `${location.pathname}${location.search}`).toBe(href)

async function openRequest(): Promise<void> {
  const { router } = await openApp(DASHBOARD)
  await expect.element(page.getByRole('tab', { name: 'Requests' })).toBeVisible()
  await router.navigate({ href: PROFILE })
  await sendRequest.click()
  await expect.element(field).toHaveFocus()
}

describe('dialogs', () => {
  it.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['its button', () => press('Cancel')],
  ])('a dialog that was closed several times by %s needs no extra press of Back', async (_way, close) => {
    await openRequest()
    await close()
    await expect.element(dialog).not.toBeInTheDocument()
    await sendRequest.click()
    await expect.element(dialog).toBeVisible()
    await close()
    await expect.element(dialog).not.toBeInTheDocument()
    history.back()
    await expectAddress(DASHBOARD)
    history.forward()
    await expectAddress(PROFILE)
    await expect.element(sendRequest).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    history.back()
    await expectAddress(DASHBOARD)
  })

  it('the next page replaces a dialog’s history entry', async () => {
    await openRequest()
    const entry = navigation.currentEntry?.key
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await bar.getByRole('link', { name: 'Account' }).click()
    await expectAddress('/account')
    expect(navigation.currentEntry?.key).toBe(entry)
    await expect.element(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
    history.back()
    await expectAddress(PROFILE)
    await expect.element(sendRequest).toBeVisible()
    history.back()
    await expectAddress(DASHBOARD)
  })

  it('a dialog opens without any frame of animation when the reader prefers reduced motion', async () => {
    await openRequest()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    // An animation of zero duration still paints its first frame.
    sendRequest.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await expect.poll(() => document.querySelector('dialog[open]'), { interval: 0 }).not.toBeNull()
    expect(document.getAnimations()).toEqual([])
    await expect.element(field).toHaveFocus()
    history.back()
    await expect.element(dialog).not.toBeInTheDocument()
  })
})

describe('Back', () => {
  it('does not return to a room that was left after a question was cancelled', async () => {
    const { router } = await openApp('/account', { ...PHONE, rooms: [ROOM] })
    await router.navigate({ href: CHATS })
    const room = page.getByRole('navigation', { name: 'Your chats' }).getByRole('button')
    const askToEnd = async (): Promise<void> => {
      await press('More')
      await page.getByRole('menuitem', { name: 'Close Chat' }).click()
      await expect.element(question).toBeVisible()
    }
    await room.click()
    await expectAddress(IN_ROOM)
    await askToEnd()
    history.back()
    await expect.element(question).not.toBeInTheDocument()
    await expectAddress(IN_ROOM)
    await askToEnd()
    await press('Cancel')
    await press('Back to Chats')
    await expect.element(room).toBeVisible()
    await expectAddress(CHATS)
    const left: unknown = history.state
    history.back()
    await expect.poll(() => history.state as unknown).not.toEqual(left)
    await expectAddress(CHATS)
  })

  it('closes one of two layers at a time', async () => {
    const paid = createPaymentMessage(1, { sender_id: READER.id, status: 'completed' })
    const { router } = await openApp('/account', { rooms: [ROOM], messages: [paid] })
    await router.navigate({ href: IN_ROOM })
    await press('More about this message')
    await page.getByRole('menuitem', { name: 'Refund' }).click()
    await dialog.getByRole('textbox', { name: /^Amount in euros/u }).fill('5')
    await dialog.getByRole('textbox', { name: /^Reason/u }).fill('It was too much')
    await press('Continue')
    await expect.element(question).toBeVisible()
    history.back()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(dialog).toBeVisible()
    history.back()
    await expect.element(dialog).not.toBeInTheDocument()
    await expectAddress(IN_ROOM)
  })

  it.each(['/', '/login'])('closes the menu of a small screen, not the page (%s)', async (at) => {
    const { router } = await openApp('/forgot-password', { ...PHONE, session: null })
    await router.navigate({ href: at })
    const logIn = bar.getByRole('link', { name: 'Log In' })
    await press('Open menu')
    await expect.element(logIn).toBeVisible()
    await expect.poll(() => 'layer' in Object(history.state)).toBe(true)
    history.back()
    await expect.element(bar.getByRole('button', { name: 'Open menu' })).toBeVisible()
    await expect.element(logIn).not.toBeInTheDocument()
    await expectAddress(at)
    history.back()
    await expectAddress('/forgot-password')
  })

  it('asks about an unsaved profile, and keeps the typed text when the reader stays', async () => {
    const { router } = await openApp(DASHBOARD)
    await router.navigate({ href: '/account' })
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await name.fill('Another name')
    for (let turn = 0; turn < 2; turn++) {
      history.back()
      await press('Stay')
      await expect.element(question).not.toBeInTheDocument()
      await expectAddress('/account')
      await expect.element(name).toHaveValue('Another name')
    }
    history.back()
    await press('Leave')
    await expectAddress(DASHBOARD)
  })
})
