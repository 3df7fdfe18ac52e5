import { client } from '../../../platform/api/client.ts'

/** Whose pushes this browser takes: a subscription of somebody else is ended. */
const OWNER = 'push-of'

const WORKER = '/service-worker.js'

/** The service worker, which shows pushes and says so when the network is away. Development has none. */
export async function startWorker(): Promise<void> {
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

/** Whether this browser takes pushes of a person. */
export async function takesPushes(userId: string): Promise<boolean> {
  if (readOwner() !== userId || Notification.permission !== 'granted') return false
  return (await findSubscription()) !== null
}

/** Whether a subscription was made for a key of the site, as base64url. */
function isFor({ options }: PushSubscription, key: string): boolean {
  const own = String.fromCodePoint(...new Uint8Array(options.applicationServerKey ?? new ArrayBuffer()))
  return btoa(own).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === key
}

/**
 * Has pushes sent to this browser, once the person has allowed that.
 * @param key the site's, by which the push service knows it
 * @returns false when they did not allow it
 * @throws what kept the push service or our server from taking it; nothing new is subscribed then
 */
export async function subscribe(userId: string, key: string): Promise<boolean> {
  // First, as browsers want it: in answer to a tap.
  if ((await Notification.requestPermission()) !== 'granted') return false
  await startWorker()
  const { pushManager } = await navigator.serviceWorker.ready
  const before = await pushManager.getSubscription()
  const isKept = before !== null && isFor(before, key)
  // One that was made for another key of the site cannot be used any more.
  if (before && !isKept) await before.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  try {
    await tellServer(subscription)
  } catch (error) {
    // One that worked before goes on: the server may be away for a moment.
    if (!isKept) await subscription.unsubscribe()
    throw error
  }
  keepOwner(userId)
  return true
}

async function tellServer(subscription: PushSubscription): Promise<void> {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  await client.notifications.subscribe({
    endpoint,
    keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' },
  })
}

/** Has no more pushes sent to this browser. */
export async function unsubscribe(): Promise<void> {
  const subscription = await findSubscription()
  // Here first: nothing is shown any more, and where the server does not hear of it, the push service tells it.
  await subscription?.unsubscribe()
  keepOwner(null)
  if (subscription) await client.notifications.unsubscribe({ endpoint: subscription.endpoint })
}

/**
 * Begins a session of a person: a subscription that they made here before goes on under this session, and one of somebody
 * else ends.
 */
export async function beginPushes(userId: string): Promise<void> {
  const subscription = await findSubscription()
  if (!subscription) return
  if (readOwner() !== userId) return endPushes()
  const { push_key: key } = await client.notifications.settings()
  if (key !== null && Notification.permission === 'granted') await subscribe(userId, key)
}

/**
 * Ends what a session had: the subscription, which the server has removed by itself, and the notifications that are shown.
 */
export async function endPushes(): Promise<void> {
  keepOwner(null)
  const registration = await findRegistration()
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close()
  await (await findSubscription())?.unsubscribe()
}

function readOwner(): string | null {
  try {
    return localStorage.getItem(OWNER)
  } catch {
    return null
  }
}

function keepOwner(userId: string | null): void {
  try {
    if (userId === null) localStorage.removeItem(OWNER)
    else localStorage.setItem(OWNER, userId)
  } catch {
    // Storage can be blocked altogether: the subscription then lasts as long as the page.
  }
}
