import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'

import type { Page, WebSocketRoute } from '@playwright/test'

import { expectNoAccessibilityViolations } from '@kundig/testing/browser/accessibility'
import { callApiFromBrowser, readUserId } from '@kundig/testing/browser/calls'
import { locateChat, makeNamedPhoto } from '@kundig/testing/browser/chat-files'
import { sendMessage } from '@kundig/testing/browser/chats'
import { openLivePage } from '@kundig/testing/browser/live-pages'
import { expect, test as base, createUniqueWord } from '@kundig/testing/browser/people'
import {
  type ContentModeration,
  openContentModeration,
  type Published,
} from '@kundig/testing/people/content-moderation'

const test = base.extend<{ moderation: ContentModeration }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads there which fixtures are needed
  moderation: async ({}, use) => {
    const moderation = await openContentModeration({
      databaseUrl: process.env['KUNDIG_DATABASE_URL'] ?? '',
      folder: tmpdir(),
    })
    await use(moderation)
    await moderation.close()
  },
})

const chatAddress = (roomId: string): string => `/dashboard?tab=chats&room=${roomId}`
const REMOVED = { en: 'Removed by a moderator', nl: 'Verwijderd door een moderator' }

/** Opens a page. The test can send events on the page's live connection, or close the connection. */
async function openWithHand(page: Page, path: string) {
  let socket: WebSocketRoute | undefined
  await page.routeWebSocket(/\/live\//u, (route) => {
    socket = route
    route.connectToServer()
  })
  await page.goto(path)
  await expect.poll(() => socket !== undefined).toBe(true)
  return {
    tell: (published: Published | undefined): void =>
      socket?.send(`42${JSON.stringify([published?.name, published?.payload])}`),
    lose: async (): Promise<void> => socket?.close(),
  }
}

for (const [language, dark, width] of [
  ['en', false, 1280],
  ['nl', true, 375],
] as const) {
  test(`a message is immediately shown as removed to both people, also in the list and after a reload (${language}, ${width} px)`, async ({
    people,
    moderation,
  }) => {
    const look = { language, dark, width }
    const { asker, expert, roomId } = await people.pair([look, look])
    const word = createUniqueWord()
    const hands = [
      await openWithHand(asker.page, chatAddress(roomId)),
      await openWithHand(expert.page, chatAddress(roomId)),
    ]
    const field = asker.page.getByRole('textbox', { name: /^(?:Message|Bericht)$/u })
    for (const text of ['Before it', word]) {
      await field.fill(text)
      await asker.page.keyboard.press('Enter')
    }
    const of = (page: Page) => page.getByRole('log')
    for (const { page } of [asker, expert]) await expect(of(page).getByText(word)).toBeVisible()

    expect(await moderation.remove(roomId, 2)).toBe(true)
    for (const { tell } of hands) tell(moderation.published[0])
    for (const { page } of [asker, expert]) {
      await expect(of(page).getByText(REMOVED[language])).toBeVisible()
      await expect(page.getByText(word)).toHaveCount(0)
      await expect(of(page).getByText('Before it')).toBeVisible()
      await expectNoAccessibilityViolations(page)
      await page.screenshot({ path: test.info().outputPath(`removed-${page === asker.page ? 'own' : 'peer'}.png`) })
      await page.reload()
      await expect(of(page).getByText(REMOVED[language])).toBeVisible()
      await page.goto('/dashboard?tab=chats')
      await expect(page.getByRole('list').getByText(REMOVED[language])).toBeVisible()
      await expect(page.getByText(word)).toHaveCount(0)
    }
    await expert.page.goto(chatAddress(roomId))
    await expect(of(expert.page).getByText(REMOVED[language])).toBeVisible()
    await expect(
      expert.page.getByRole('button', { name: /^(?:More about this message|Meer over dit bericht)$/u }),
    ).toHaveCount(1)
  })
}

test('a person who returns sees a removed message as removed, and sees the message again once it is restored', async ({
  people,
  moderation,
}) => {
  const { asker, expert, roomId } = await people.pair()
  const word = createUniqueWord()
  await openLivePage(asker.page, chatAddress(roomId))
  await sendMessage(asker.page, word)
  const { page } = expert
  const { lose } = await openWithHand(page, chatAddress(roomId))
  await expect(page.getByRole('log').getByText(word)).toBeVisible()

  await moderation.remove(roomId, 1)
  await lose()
  await expect(page.getByRole('log').getByText(REMOVED.en)).toBeVisible()
  await expect(page.getByText(word)).toHaveCount(0)

  await moderation.restore(roomId, 1)
  await lose()
  await expect(page.getByRole('log').getByText(word)).toBeVisible()
  await expect(page.getByText(REMOVED.en)).toHaveCount(0)
})

test('a removed message’s open picture closes, and Back stays in the chat', async ({ people, moderation }) => {
  const { asker, expert, roomId } = await people.pair()
  await openLivePage(asker.page, chatAddress(roomId))
  await locateChat(asker.page).sendFiles(await makeNamedPhoto(asker.page, 'offence.jpg', 'red'))
  const { page } = expert
  const { tell } = await openWithHand(page, chatAddress(roomId))
  const { log, viewer } = locateChat(page)
  await log.getByRole('button', { name: /offence/u }).click()
  await expect(viewer).toBeVisible()
  const address = (await viewer.getByRole('img').first().getAttribute('src')) ?? ''
  expect((await page.request.get(address)).status()).toBe(200)

  await moderation.remove(roomId, 1)
  tell(moderation.published[0])
  await expect(viewer).toHaveCount(0)
  await expect(log.getByText(REMOVED.en)).toBeVisible()
  await expect(log.getByRole('img', { name: /offence/u })).toHaveCount(0)
  expect((await page.request.get(address)).status()).toBe(404)
  await expect(page).toHaveURL(new RegExp(`room=${roomId}`, 'u'))
})

for (const [language, dark, width] of [
  ['en', false, 1280],
  ['nl', true, 375],
] as const) {
  test(`a hidden profile shows a notice to its owner, and is missing for others (${language}, ${width} px)`, async ({
    people,
    moderation,
  }) => {
    const look = { language, dark, width }
    const owner = await people.expert(`Hilda ${createUniqueWord()}`, look)
    const id = await readUserId(owner.context, people.url)
    const reader = await people.visitor(look)
    await reader.goto(`/profile/${id}`)
    await expect(reader.getByRole('heading', { name: owner.name })).toBeVisible()

    await moderation.hide(id)
    await reader.reload()
    await expect(
      reader.getByRole('heading', { name: /^(?:Profile is not public|Dit profiel is niet openbaar)$/u }),
    ).toBeVisible()
    await expect(reader.getByText(owner.name)).toHaveCount(0)
    const note = owner.page.getByText(
      /^(?:A moderator has hidden your profile|Een moderator heeft je profiel verborgen)$/u,
    )
    for (const path of [`/profile/${id}`, '/account']) {
      await owner.page.goto(path)
      await expect(note).toBeVisible()
      await expectNoAccessibilityViolations(owner.page)
      await owner.page.screenshot({
        path: test.info().outputPath(`hidden${path.slice(0, 8).replaceAll('/', '-')}.png`),
      })
    }

    const other = await people.expert(`Otto ${createUniqueWord()}`, look)
    await owner.page.goto(`/profile/${await readUserId(other.context, people.url)}`)
    await owner.page.getByRole('button', { name: /^(?:Send Request|Verzoek sturen) /u }).click()
    const dialog = owner.page.getByRole('dialog')
    await expect(dialog.getByText(/^(?:A moderator has hidden|Een moderator heeft)/u)).toBeFocused()
    await expect(dialog.getByRole('textbox')).toHaveCount(0)
    await owner.page.goto(`/profile/${id}`)

    await moderation.show(id)
    await reader.reload()
    await expect(reader.getByRole('heading', { name: owner.name })).toBeVisible()
    await owner.page.reload()
    await expect(owner.page.getByRole('main')).toBeVisible()
    await expect(note).toHaveCount(0)
  })
}

test('Tab stops at one message menu, and the arrow keys lead to the others', async ({ people }) => {
  const { asker, expert, roomId } = await people.pair()
  await openLivePage(asker.page, chatAddress(roomId))
  for (const text of ['One', 'Two', 'Three']) {
    await sendMessage(asker.page, text)
    await expect(asker.page.getByRole('log').getByText(text)).toBeVisible()
  }
  const { page } = expert
  await openLivePage(page, chatAddress(roomId))
  await expect(page.getByRole('log').getByText('Three')).toBeVisible()
  const menus = page.getByRole('button', { name: 'More about this message' })
  await expect(menus).toHaveCount(3)
  await page.getByRole('log').focus()
  await page.keyboard.press('Tab')
  await expect(menus.nth(2)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(menus.nth(1)).toBeFocused()
  await page.keyboard.press('Home')
  await expect(menus.nth(0)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('log').locator(':focus')).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await expect(menus.nth(0)).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Reply' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('in a long room, Tab reaches a message menu in view at any scroll position', async ({ people }) => {
  const { asker, expert, roomId } = await people.pair()
  for (let place = 1; place <= 60; place++) {
    await callApiFromBrowser(asker.context, people.url, 'POST', `/api/chat-rooms/${roomId}/messages`, {
      client_id: randomUUID(),
      content: `Message ${place}`,
    })
  }
  const { page } = expert
  await openLivePage(page, chatAddress(roomId))
  const log = page.getByRole('log')
  await expect(log.getByText('Message 60')).toBeInViewport()
  await log.focus()
  await page.keyboard.press('PageUp')
  await page.keyboard.press('PageUp')
  await expect(log.getByText('Message 60')).not.toBeInViewport()
  const focused = log.locator('button[data-menu-of]:focus')
  await expect(async () => {
    await log.focus()
    await page.keyboard.press('Tab')
    await expect(focused).toBeInViewport({ timeout: 500 })
  }).toPass()
  const before = await focused.getAttribute('data-menu-of')
  await page.keyboard.press('ArrowUp')
  await expect(focused).toBeInViewport()
  expect(await focused.getAttribute('data-menu-of')).not.toBe(before)
  await page.getByRole('textbox', { name: 'Message', exact: true }).focus()
  await expect(log.locator('button[data-menu-of][tabindex="0"]')).toHaveCount(1)
})
