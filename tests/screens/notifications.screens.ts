import type { Page } from '@playwright/test'

import { callAs, idOf } from '@kundig/testing/browser/calls'
import { expect } from '@kundig/testing/browser/people'

import { inBoth, screens } from './screenshots.ts'

const bellOf = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^(?:Notifications|Meldingen)/u })
const panelOf = (page: Page) => page.getByRole('dialog', { name: inBoth('Notifications', 'Meldingen') })

/** Opens the bell, which a change of look leaves as it is. */
async function openBell(page: Page): Promise<void> {
  if (await panelOf(page).isHidden()) await bellOf(page).click()
  await expect(panelOf(page)).toBeVisible()
}

screens(['bell', 'bell.empty', 'bell.failed'], async (people, capture) => {
  const { asker, expert, roomId } = await people.pair()
  await callAs(asker.context, people.url, 'POST', `/api/chat-rooms/${roomId}/close`)
  const { page } = expert
  const other = await people.expert('Joke Visser')
  const request = { receiver_id: await idOf(page.context(), people.url), message: 'May I ask you something?' }
  await callAs(other.context, people.url, 'POST', '/api/connection-requests', request)
  const make = () => openBell(page)
  // The request of the pair was accepted before it could be told, or is read.
  const unread = panelOf(page).getByRole('link', { name: /^(?:Unread|Ongelezen)/u })
  await capture('bell', page, { at: '/dashboard', make, ready: () => expect(unread).toHaveCount(2) })

  const { page: empty } = await people.expert('Nora Leeg')
  await capture('bell.empty', empty, {
    at: '/dashboard',
    make: () => openBell(empty),
    ready: () => expect(panelOf(empty).getByRole('heading', { level: 3 })).toBeVisible(),
  })

  await empty.route('**/rpc/notifications/list', (route) => route.fulfill({ status: 500, json: {} }))
  const again = panelOf(empty).getByRole('button', { name: inBoth('Try again', 'Probeer opnieuw') })
  await capture('bell.failed', empty, {
    at: '/dashboard',
    make: () => openBell(empty),
    ready: () => expect(again).toBeVisible({ timeout: 20_000 }),
  })
})

screens(['notifications', 'notifications.failed'], async (people, capture) => {
  const { page } = await people.expert('Nora Bakker')
  const quiet = page.getByRole('checkbox', { name: /^(?:Send nothing|Op bepaalde uren)/u })
  await page.goto('/account/notifications')
  await quiet.click()
  await capture('notifications', page, {
    at: '/account/notifications',
    ready: () => expect(page.locator('select[name=time_zone]')).toBeVisible(),
    whole: true,
  })
  await page.route('**/rpc/notifications/settings', (route) => route.fulfill({ status: 500, json: {} }))
  const again = page.getByRole('button', { name: inBoth('Try again', 'Probeer opnieuw') })
  await capture('notifications.failed', page, {
    at: '/account/notifications',
    ready: () => expect(again).toBeVisible({ timeout: 20_000 }),
  })
})

screens(['chat.muted', 'chat.mute-menu'], async (people, capture) => {
  const { asker, roomId } = await people.pair()
  const { page } = asker
  const at = `/dashboard?tab=chats&room=${roomId}`
  await callAs(asker.context, people.url, 'POST', '/api/notifications/muted-rooms', { room_id: roomId, time: '8h' })
  const muted = page.getByRole('button', { name: /^(?:This chat is muted|Deze chat is gedempt)/u })
  await capture('chat.muted', page, { at, ready: () => expect(muted).toBeVisible() })
  await capture('chat.mute-menu', page, {
    at,
    make: async () => {
      if ((await page.getByRole('menu').count()) === 0) await muted.click()
    },
    ready: () => expect(page.getByRole('menu')).toBeVisible(),
  })
})

screens(['offline'], async (people, capture) => {
  const page = (await people.expert('Nora Weg', { serviceWorker: true })).page
  await page.goto('/dashboard')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.context().setOffline(true)
  await capture('offline', page, {
    make: () => page.goto('/dashboard'),
    ready: () => expect(page.getByRole('heading', { level: 1 })).toBeVisible(),
  })
})
