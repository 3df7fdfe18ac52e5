import { client } from '../../../platform/api/client.ts'

/** Storage key of the person who subscribed this browser to pushes. Another person's subscription is ended. */
const OWNER = 'push-of'

const WORKER = '/service-worker.js'

/** Registers the service worker for pushes and the offline page, except in development. */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' })
}

async function findRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  return 'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await findRegistration()
  return (await registration?.pushManager?.getSubscription()) ?? null
}

export async function isReceivingPushes(userId: string): Promise<boolean> {
  if (readSubscriptionOwner() !== userId || Notification.permission !== 'granted') return false
  return (await findSubscription()) !== null
}

function hasKey({ options }: PushSubscription, key: string): boolean {
  const own = String.fromCodePoint(...new Uint8Array(options.applicationServerKey ?? new ArrayBuffer()))
  return btoa(own).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === key
}

/**
 * Subscribes this browser to pushes, after asking for permission. @param key the site's VAPID key
 * @returns false when the person denied permission
 * @throws errors of the push service or server, after removing a new subscription
 */
export async function subscribeToPushes(userId: string, key: string): Promise<boolean> {
  // Browsers require that the permission is asked for in direct response to a tap.
  if ((await Notification.requestPermission()) !== 'granted') return false
  await registerServiceWorker()
  const { pushManager } = await navigator.serviceWorker.ready
  const before = await pushManager.getSubscription()
  const isKept = before !== null && hasKey(before, key)
  // A subscription for another VAPID key is unusable.
  if (before && !isKept) await before.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  try {
    await registerOnServer(subscription)
  } catch (error) {
    // An earlier subscription stays, because the server may be unreachable only briefly.
    if (!isKept) await subscription.unsubscribe()
    throw error
  }
  saveSubscriptionOwner(userId)
  return true
}

async function registerOnServer(subscription: PushSubscription): Promise<void> {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  await client.notifications.subscribe({
    endpoint,
    keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' },
  })
}

export async function unsubscribeFromPushes(): Promise<void> {
  const subscription = await findSubscription()
  // The browser unsubscribes first, so that no pushes show. If the call fails, the push service informs the server.
  await subscription?.unsubscribe()
  saveSubscriptionOwner(null)
  if (subscription) await client.notifications.unsubscribe({ endpoint: subscription.endpoint })
}

/** Call when a person logs in. Keeps the person's own subscription, and ends another person's. */
export async function keepOrEndPushSubscription(userId: string): Promise<void> {
  const subscription = await findSubscription()
  if (!subscription) return
  if (readSubscriptionOwner() !== userId) return endPushSubscription()
  const { push_key: key } = await client.notifications.settings()
  if (key !== null && Notification.permission === 'granted') await subscribeToPushes(userId, key)
}

/** Ends this browser's subscription and closes its notifications. The server has already deleted the subscription. */
export async function endPushSubscription(): Promise<void> {
  saveSubscriptionOwner(null)
  await closeNotifications(() => true)
  await (await findSubscription())?.unsubscribe()
}

/** Closes the displayed notifications for whose tag `isChosen` returns true. */
export async function closeNotifications(isChosen: (tag: string) => boolean): Promise<void> {
  const registration = await findRegistration()
  for (const shown of (await registration?.getNotifications()) ?? []) if (isChosen(shown.tag)) shown.close()
}

function readSubscriptionOwner(): string | null {
  try {
    return localStorage.getItem(OWNER)
  } catch {
    return null
  }
}

function saveSubscriptionOwner(userId: string | null): void {
  try {
    if (userId === null) localStorage.removeItem(OWNER)
    else localStorage.setItem(OWNER, userId)
  } catch {
    // If storage is blocked, the subscription ends with the page.
  }
}
