import { randomUUID } from 'node:crypto'

import type { BrowserContext, Page } from '@playwright/test'

import { expectNoAccessibilityViolations } from '@kundig/testing/browser/accessibility'
import { callApiFromBrowser } from '@kundig/testing/browser/calls'
import { openLivePage } from '@kundig/testing/browser/live-pages'
import { expect, type BrowserOptions, type People, test } from '@kundig/testing/browser/people'
import { deliverPush, listShownNotifications } from '@kundig/testing/browser/pushes'

const WORKER = { serviceWorker: true } satisfies BrowserOptions

async function openWithWorker(people: People, path: string) {
  const { asker, expert, roomId } = await people.pair([WORKER])
  const { page, context } = asker
  await context.grantPermissions(['notifications'])
  await openLivePage(page, path)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  return { page, context, expert, roomId }
}

/** Sends the worker a click on the latest notification, because tests cannot click a real notification. */
async function tapLast(context: BrowserContext): Promise<void> {
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('No service worker')
  await worker.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: { getNotifications: () => Promise<unknown[]> }
      NotificationEvent: new (type: string, init: { notification: unknown }) => Event
    }
    const notification = (await scope.registration.getNotifications()).at(-1)
    dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
  })
}

test(
  'the next push of a room replaces an earlier one, and a tap opens the room',
  { tag: '@core' },
  async ({ people }) => {
    const { page, context, roomId, expert } = await openWithWorker(people, '/account')
    const push = { path: `/dashboard?tab=chats&room=${roomId}`, tag: `room:${roomId}`, badge: 1 }
    await deliverPush(page, { ...push, title: '1 unread message from Bram' })
    await expect
      .poll(async () => (await listShownNotifications(page)).map(({ title }) => title))
      .toEqual(['1 unread message from Bram'])
    await deliverPush(page, { ...push, title: '2 unread messages from Bram', silent: true })
    await expect
      .poll(async () => (await listShownNotifications(page)).map(({ title }) => title))
      .toEqual(['2 unread messages from Bram'])
    await tapLast(context)
    await expect(page).toHaveURL(new RegExp(`tab=chats&room=${roomId}$`, 'u'))
    await expect(page.getByRole('region', { name: `Chat with ${expert.name}` })).toBeVisible()
    expect(await listShownNotifications(page)).toEqual([])
  },
)

test('reading a chat closes the chat’s notification, and no other notification', async ({ people }) => {
  const { page, roomId, expert } = await openWithWorker(people, '/account')
  await callApiFromBrowser(expert.context, people.url, 'POST', `/api/chat-rooms/${roomId}/messages`, {
    client_id: randomUUID(),
    content: 'Are you there?',
  })
  await expect(page).toHaveTitle(/^\(1\)/u)
  const push = { title: 'Bram: Are you there?', path: `/dashboard?tab=chats&room=${roomId}` }
  await deliverPush(page, { ...push, tag: `room:${roomId}` })
  await deliverPush(page, { ...push, tag: 'room:another' })
  const tags = async () => (await listShownNotifications(page)).map(({ tag }) => tag)
  await expect.poll(tags).toHaveLength(2)
  await page.getByRole('link', { name: /^Dashboard/u }).click()
  await page.getByRole('tab', { name: /^Chats/u }).click()
  await page.getByRole('button', { name: /Are you there/u }).click()
  await expect.poll(tags).toEqual(['room:another'])
})

test('logging out removes earlier notifications', async ({ people }) => {
  const { page, roomId } = await openWithWorker(people, '/account')
  const push = { title: 'Bram wants to talk to you', path: '/dashboard?tab=requests', tag: `room:${roomId}` }
  await deliverPush(page, push)
  await expect.poll(async () => (await listShownNotifications(page)).length).toBe(1)
  await page.getByRole('button', { name: 'Log Out', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Log In' })).toBeVisible()
  await expect.poll(async () => (await listShownNotifications(page)).length).toBe(0)
  expect(await page.evaluate(() => localStorage.getItem('push-of'))).toBeNull()
})

const listCaches = (page: Page): Promise<string[]> => page.evaluate(() => caches.keys())

test('an offline page shows the number of unsent items, and recovers automatically', async ({ people }) => {
  const { page, context, roomId } = await openWithWorker(people, '/account')
  const address = `/dashboard?tab=chats&room=${roomId}`
  await page.goto(address)
  await page.getByLabel('Message', { exact: true }).fill('half a thought')
  await context.setOffline(true)
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible()
  await expect(page.getByText('Saved in this browser: 1 draft.')).toBeVisible()
  await expect(page.getByText('half a thought')).toHaveCount(0)
  await expectNoAccessibilityViolations(page)
  expect(await listCaches(page)).toEqual([])
  await context.setOffline(false)
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('half a thought', { timeout: 20_000 })
})

const SCRIPT = '**/service-worker.js'

test('a new release replaces the service worker of an earlier one', async ({ people }) => {
  const { asker } = await people.pair([WORKER])
  const { page, context } = asker
  let served = 0
  await context.route(SCRIPT, async (route) => {
    served += 1
    const answer = await route.fetch()
    const script = await answer.text()
    expect(script).toContain('You’re offline')
    const earlier = script.replaceAll('You’re offline', 'The earlier release is offline')
    await route.fulfill({ response: answer, body: served === 1 ? earlier : script })
  })
  const offline = async (said: string): Promise<void> => {
    await context.setOffline(true)
    await page.goto('/account')
    await expect(page.getByRole('heading', { name: said })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible({ timeout: 20_000 })
  }
  await openLivePage(page, '/account')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await offline('The earlier release is offline')
  // The browser checks the script at each visit, so the update may have started already.
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  const isSettled = () =>
    page.evaluate(async () => {
      const { installing, waiting, active } = await navigator.serviceWorker.ready
      return installing === null && waiting === null && active?.state === 'activated'
    })
  await expect.poll(isSettled).toBe(true)
  await context.unroute(SCRIPT)
  await offline('You’re offline')
  expect(await listCaches(page)).toEqual([])
})

test('a visitor’s browser does not fetch the service worker', async ({ people }) => {
  const page = await people.visitor(WORKER)
  await page.goto('/')
  await page.getByRole('searchbox').fill('ruth')
  await expect(page.getByRole('link', { name: 'Ruth Mensah' })).toBeVisible()
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
})
