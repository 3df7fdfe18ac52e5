import type { CDPSession, Page, Worker } from '@playwright/test'

import type { PushPayload } from '@kundig/contract/notifications/push-payload'

/** A service worker that is not registered by then will not be (ms). */
const REGISTRATION_LIMIT_MS = 15_000

interface Registration {
  registrationId: string
  scopeURL: string
  isDeleted: boolean
}

/**
 * Has a page's service worker get a push, as if the browser's push service had brought it and the browser had decrypted it
 * (`ServiceWorker.deliverPushMessage` of the DevTools protocol). It waits until there is an active worker, as a push for none
 * is dropped, and until the worker has shown a notification: a browser that is asked for what it shows (`shownNotifications`)
 * while it begins to show something may forget that. Only the whole Chromium shows notifications, with the permission
 * `notifications`; the headless shell denies it whatever is granted.
 */
export async function deliverPush(page: Page, payload: PushPayload): Promise<void> {
  const session = await page.context().newCDPSession(page)
  try {
    const origin = await page.evaluate(async () => {
      await navigator.serviceWorker.ready
      return location.origin
    })
    const registrationId = await findRegistration(session, origin)
    const isShown = await watchShowing(await workerOf(page))
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(payload) })
    await isShown()
  } finally {
    await session.detach()
  }
}

async function workerOf(page: Page): Promise<Worker> {
  const context = page.context()
  return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker')
}

/** @returns waits until the worker has shown a notification since then */
async function watchShowing(worker: Worker): Promise<() => Promise<void>> {
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

/** What this browser shows of this site at the moment, the oldest first. */
export function shownNotifications(
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

/** The browser tells all registrations as soon as it is asked for them, and each that is made later. */
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
