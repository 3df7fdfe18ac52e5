import { OPEN_PATH } from '@kundig/contract/notifications/worker-messages'

import { offlineAnswer } from './offline-answer.ts'
import { readPush } from './read-push.ts'
import { chooseTab, isAt } from './tab-choice.ts'

/**
 * It shows pushes, and answers visits to our pages when the network is away. It keeps no file and no answer of the server:
 * nothing in it can grow old, and whatever is shown while the network is there comes from the server.
 */
declare const self: ServiceWorkerGlobalScope

/** What the build puts in place of it: the page that says that the network is away. */
declare const OFFLINE_PAGE: string

/** What the server puts in place of it: the site's name and colours, as JSON. Whoever changes them changes the worker. */
declare const SITE: string

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server wrote it
const site = JSON.parse(SITE) as { name: string; css: string }

/** How long a tab may take to say that it goes where a tap leads (ms); after that another one is opened, as long as browsers allow it. */
const ANSWER_LIMIT_MS = 800

/** Addresses below these are no pages. */
const NO_PAGES = /^\/(?:api|rpc|live|dev|assets)\//u

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))

self.addEventListener('activate', (event) => {
  const begin = async (): Promise<void> => {
    // A visit need not wait until the worker has started.
    await self.registration.navigationPreload.enable()
    await self.clients.claim()
  }
  event.waitUntil(begin())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const isVisit = request.mode === 'navigate' && request.method === 'GET'
  if (isVisit && !NO_PAGES.test(new URL(request.url).pathname)) event.respondWith(answerVisit(event))
})

async function answerVisit({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    const preloaded: unknown = await preloadResponse
    return preloaded instanceof Response ? preloaded : await fetch(request)
  } catch {
    return offlineAnswer(OFFLINE_PAGE, site, crypto.randomUUID())
  }
}

self.addEventListener('push', (event) => {
  const { title, options, badge } = readPush(event.data?.text(), site.name)
  const show = async (): Promise<void> => {
    await self.registration.showNotification(title, options)
    // Not every browser has it; a push that was shown has not failed.
    if (badge !== undefined && 'setAppBadge' in self.navigator)
      await self.navigator.setAppBadge(badge).catch(() => undefined)
  }
  event.waitUntil(show())
})

self.addEventListener('notificationclick', (event) => {
  const { notification } = event
  notification.close()
  const data: unknown = notification.data
  event.waitUntil(open(typeof data === 'string' ? data : '/dashboard'))
})

/** Leads to a path: in a tab that is there, or a new one. */
async function open(path: string): Promise<void> {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tab = chooseTab(tabs, path)
  if (tab) {
    const isThere = isAt(tab, path) || (await goesTo(tab, path))
    if (isThere) return void (await tab.focus())
  }
  await self.clients.openWindow(path)
}

/** Tells a tab where to go. @returns whether it does: one that is just loading, or asleep, says nothing */
async function goesTo(tab: WindowClient, path: string): Promise<boolean> {
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
