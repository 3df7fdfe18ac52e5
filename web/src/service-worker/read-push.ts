import type { PushPayload } from '@kundig/contract/notifications/push-payload'

/** What a notification is shown with. */
export interface ShownPush {
  title: string
  options: NotificationOptions & { renotify?: boolean }
  badge: number | undefined
}

/** Where a notification leads that says nothing of it. */
const HOME = '/dashboard'

/** How long each text may be that is shown. */
const TEXT_MAX = 300

/**
 * Reads a push, of an earlier or a later release too. Browsers insist that every push is shown: what cannot be read is
 * shown as news without words.
 * @param site what the site is called
 */
export function readPush(text: string | undefined, site: string): ShownPush {
  const { title, body, path, tag, silent, badge } = parse(text)
  const hasTag = typeof tag === 'string' && tag !== ''
  const isSilent = silent === true
  return {
    title: typeof title === 'string' && title !== '' ? title.slice(0, TEXT_MAX) : site,
    options: {
      icon: '/icon-192.png',
      badge: '/badge-96.png',
      // Only within this site.
      data: typeof path === 'string' && /^\/(?![/\\])/u.test(path) ? path : HOME,
      ...(typeof body === 'string' && { body: body.slice(0, TEXT_MAX) }),
      ...(hasTag && { tag, renotify: !isSilent }),
      ...(isSilent && { silent: true }),
    },
    badge: typeof badge === 'number' && Number.isInteger(badge) && badge >= 0 ? badge : undefined,
  }
}

function parse(text: string | undefined): Partial<Record<keyof PushPayload, unknown>> {
  try {
    const payload: unknown = JSON.parse(text ?? '')
    return typeof payload === 'object' && payload !== null ? payload : {}
  } catch {
    return {}
  }
}
