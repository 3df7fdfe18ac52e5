import { OPEN_PATH } from '@kundig/contract/notifications/worker-messages'

import { createOfflineAnswer } from './offline-answer.ts'
import { readPush } from './read-push.ts'
import { chooseTab, isTabAtPath } from './tab-choice.ts'

/** Service worker: shows pushes and the offline page. It caches nothing, so online pages come from the server. */
declare const self: ServiceWorkerGlobalScope

declare const OFFLINE_PAGE: string

/** Name and colours of the site as JSON, inserted by the server. A change installs a new worker. */
declare const SITE: string

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server wrote the JSON
const site = JSON.parse(SITE) as { name: string; css: string }

/** Timeout for a tab's answer to a tapped link (ms). Short, so that browsers still permit opening another tab. */
const ANSWER_LIMIT_MS = 800

const NO_PAGES = /^\/(?:api|rpc|live|dev|assets)\//u

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))

self.addEventListener('activate', (event) => {
  const begin = async (): Promise<void> => {
    // With navigation preload, browsers send a navigation request while the worker is still starting.
    await self.registration.navigationPreload.enable()
    await self.clients.claim()
  }
  event.waitUntil(begin())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const isVisit = request.mode === 'navigate' && request.method === 'GET'
  if (isVisit && !NO_PAGES.test(new URL(request.url).pathname)) event.respondWith(respondToNavigation(event))
})

async function respondToNavigation({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    const preloaded: unknown = await preloadResponse
    return preloaded instanceof Response ? preloaded : await fetch(request)
  } catch {
    return createOfflineAnswer(OFFLINE_PAGE, site, crypto.randomUUID())
  }
}

self.addEventListener('push', (event) => {
  const { title, options, badge } = readPush(event.data?.text(), site.name)
  const show = async (): Promise<void> => {
    await self.registration.showNotification(title, options)
    // Ignores failures of the badge, because the notification was shown.
    if (badge !== undefined && 'setAppBadge' in self.navigator)
      await self.navigator.setAppBadge(badge).catch(() => undefined)
  }
  event.waitUntil(show())
})

self.addEventListener('notificationclick', (event) => {
  const { notification } = event
  notification.close()
  const data: unknown = notification.data
  event.waitUntil(openPath(typeof data === 'string' ? data : '/dashboard'))
})

async function openPath(path: string): Promise<void> {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tab = chooseTab(tabs, path)
  if (tab) {
    const isThere = isTabAtPath(tab, path) || (await navigateTab(tab, path))
    if (isThere) return void (await tab.focus())
  }
  await self.clients.openWindow(path)
}

/** Asks a tab to navigate. @returns false without an answer, such as from a loading or frozen tab */
async function navigateTab(tab: WindowClient, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ANSWER_LIMIT_MS)
    port1.addEventListener('message', () => {
      clearTimeout(timer)
      resolve(true)
    })
    port1.start()
    tab.postMessage({ [OPEN_PATH]: path }, [port2])
  })
}

self.addEventListener('pushsubscriptionchange', (event) => {
  const renew = async ({ oldSubscription, newSubscription }: PushSubscriptionChangeEvent): Promise<void> => {
    const key = oldSubscription?.options.applicationServerKey
    const subscription =
      newSubscription ??
      (key ? await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }) : null)
    if (!subscription) return
    const { endpoint, keys } = subscription.toJSON()
    await fetch('/api/notifications/subscriptions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ endpoint, keys }),
    })
  }
  event.waitUntil(renew(event))
})
