import { createHmac, timingSafeEqual } from 'node:crypto'

import { z } from 'zod'

import { NOTIFICATION_TOPICS, type NotificationTopic } from '@kundig/contract/notifications/notification-kinds'
import { sentText } from '@kundig/contract/schemas'

/** Where somebody switches mail off without logging in. */
export const UNSUBSCRIBE_PATH = '/unsubscribe'

/** What such a link says; all of it may be forged until its key was checked. */
export const unsubscribeQuery = z.object({
  user: z.uuid(),
  topics: sentText(100).min(1),
  key: sentText(60).min(1),
})

export interface UnsubscribeLinks {
  urlOf: (userId: string, topics: readonly NotificationTopic[]) => string
  /** Who wants no more mail about what; null when we did not make the link. */
  read: (query: unknown) => { userId: string; topics: NotificationTopic[] } | null
}

/**
 * Links in mails that end mails of their kind, for whoever holds them: they can do nothing else, and never expire, as mails
 * are kept.
 */
export function createUnsubscribeLinks({ base, secret }: { base: string; secret: string }): UnsubscribeLinks {
  const sign = (userId: string, topics: string): Buffer =>
    createHmac('sha256', secret).update(`unsubscribe ${userId} ${topics}`).digest()
  return {
    urlOf: (userId, topics) => {
      const listed = topics.toSorted().join('.')
      const query = new URLSearchParams({
        user: userId,
        topics: listed,
        key: sign(userId, listed).toString('base64url'),
      })
      return `${base}${UNSUBSCRIBE_PATH}?${query.toString()}`
    },
    read: (query) => {
      const { data } = unsubscribeQuery.safeParse(query)
      if (!data) return null
      const given = Buffer.from(data.key, 'base64url')
      const right = sign(data.user, data.topics)
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null
      const topics = data.topics.split('.')
      return { userId: data.user, topics: NOTIFICATION_TOPICS.filter((topic) => topics.includes(topic)) }
    },
  }
}
