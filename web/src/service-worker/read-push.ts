import type { PushPayload } from '@kundig/contract/notifications/push-payload'

export interface ShownPush {
  title: string
  options: NotificationOptions & { renotify?: boolean }
  badge: number | undefined
}

const HOME = '/dashboard'

/** Maximum length of each text in a notification (characters). */
const TEXT_MAX = 300

/** Reads a push of any release. An invalid push gets a generic text, because browsers require a notification. */
export function readPush(text: string | undefined, site: string): ShownPush {
  const { title, body, path, tag, silent, badge } = parsePayload(text)
  const hasTag = typeof tag === 'string' && tag !== ''
  const isSilent = silent === true
  return {
    title: typeof title === 'string' && title !== '' ? title.slice(0, TEXT_MAX) : site,
    options: {
      icon: '/icon-192.png',
      badge: '/badge-96.png',
      data: typeof path === 'string' && /^\/(?![/\\])/u.test(path) ? path : HOME,
      ...(typeof body === 'string' && { body: body.slice(0, TEXT_MAX) }),
      ...(hasTag && { tag, renotify: !isSilent }),
      ...(isSilent && { silent: true }),
    },
    badge: typeof badge === 'number' && Number.isInteger(badge) && badge >= 0 ? badge : undefined,
  }
}

function parsePayload(text: string | undefined): Partial<Record<keyof PushPayload, unknown>> {
  try {
    const payload: unknown = JSON.parse(text ?? '')
    return typeof payload === 'object' && payload !== null ? payload : {}
  } catch {
    return {}
  }
}
