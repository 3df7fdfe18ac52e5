import type { CDPSession, Page, Worker } from '@playwright/test'

import type { PushPayload } from '@kundig/contract/notifications/push-payload'

/** Timeout of a service worker's registration (ms). */
const REGISTRATION_LIMIT_MS = 15_000

interface Registration {
  registrationId: string
  scopeURL: string
  isDeleted: boolean
}

/**
 * Sends a push to the page's service worker (`ServiceWorker.deliverPushMessage` of the DevTools protocol). Waits for an
 * active worker, because other workers drop pushes. Waits until the notification is shown, because an earlier
 * `listShownNotifications` may miss it. Only full Chromium shows notifications, with the permission `notifications`.
 * The headless shell always denies this permission.
 */
export async function deliverPush(page: Page, payload: PushPayload): Promise<void> {
  const session = await page.context().newCDPSession(page)
  try {
    const origin = await page.evaluate(async () => {
      await navigator.serviceWorker.ready
      return location.origin
    })
    const registrationId = await findRegistration(session, origin)
    const isShown = await watchNotificationDisplay(await waitForWorker(page))
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(payload) })
    await isShown()
  } finally {
    await session.detach()
  }
}

async function waitForWorker(page: Page): Promise<Worker> {
  const context = page.context()
  return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker')
}

async function watchNotificationDisplay(worker: Worker): Promise<() => Promise<void>> {
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration; shown?: Promise<void> }
    const { registration } = scope
    const show = registration.showNotification.bind(registration)
    scope.shown = new Promise((resolve, reject) => {
      registration.showNotification = (...given) => {
        const showing = show(...given)
        showing.then(resolve, reject)
        return showing
      }
    })
  })
  return () => worker.evaluate(() => (globalThis as unknown as { shown: Promise<void> }).shown)
}

/** Notifications of this site that the browser shows, oldest first. */
export function listShownNotifications(
  page: Page,
): Promise<{ title: string; body: string; tag: string; silent: boolean; data: unknown }[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const shown = await registration.getNotifications()
    return shown.map(({ title, body, tag, silent, data }) => ({
      title,
      body,
      tag,
      silent: silent ?? false,
      data: data as unknown,
    }))
  })
}

/** Finds an origin's registration. The browser reports existing registrations on request, and new ones later. */
function findRegistration(session: CDPSession, origin: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No service worker at ${origin}`)), REGISTRATION_LIMIT_MS)
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }: { registrations: Registration[] }) => {
      const found = registrations.find(({ scopeURL, isDeleted }) => !isDeleted && new URL(scopeURL).origin === origin)
      if (!found) return
      clearTimeout(timer)
      resolve(found.registrationId)
    })
    session.send('ServiceWorker.enable').catch(reject)
  })
}
