import { z } from 'zod'

import { NOTIFICATION_TOPICS, type NotificationTopic } from '@kundig/contract/notifications/notification-kinds'
import { createRawTextSchema } from '@kundig/contract/schemas'

import { hasValidHmac, computeHmac, type Secrets } from '../../../platform/secrets.ts'

export const UNSUBSCRIBE_PATH = '/unsubscribe'

/** Query of an unsubscribe link, which may be forged until its key is checked. */
export const unsubscribeQuery = z.object({
  user: z.uuid(),
  topics: createRawTextSchema(100).min(1),
  key: createRawTextSchema(60).min(1),
})

export interface UnsubscribeLinks {
  toUrl: (userId: string, topics: readonly NotificationTopic[]) => string
  read: (query: unknown) => { userId: string; topics: NotificationTopic[] } | null
}

/** Creates links that only unsubscribe. They work for anyone who has them, and for ever, because people keep mails. */
export function createUnsubscribeLinks({ base, secrets }: { base: string; secrets: Secrets }): UnsubscribeLinks {
  const signed = (userId: string, topics: string): string => `unsubscribe ${userId} ${topics}`
  return {
    toUrl: (userId, topics) => {
      const listed = topics.toSorted().join('.')
      const query = new URLSearchParams({
        user: userId,
        topics: listed,
        key: computeHmac(secrets[0], signed(userId, listed)).toString('base64url'),
      })
      return `${base}${UNSUBSCRIBE_PATH}?${query.toString()}`
    },
    read: (query) => {
      const { data } = unsubscribeQuery.safeParse(query)
      if (!data) return null
      if (!hasValidHmac(secrets, signed(data.user, data.topics), Buffer.from(data.key, 'base64url'))) return null
      const topics = data.topics.split('.')
      return { userId: data.user, topics: NOTIFICATION_TOPICS.filter((topic) => topics.includes(topic)) }
    },
  }
}
