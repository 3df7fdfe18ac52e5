import type { DeliveredKind } from '@kundig/contract/notifications/notification-kinds'

/** Something that happened, with all that is said of it outside of the site. */
export interface EventNews {
  kind: DeliveredKind
  subjectId: string
  roomId: string | null
  /** Who did it; null when nobody did, or they are not there any more. */
  actorName: string | null
  /** In cents. */
  amount: number | null
  currency: string | null
  /** The number of the receipt of a refund; null where there is none. */
  receipt: string | null
  /** The actor's words that a mail quotes, at most one. */
  quotes: readonly string[]
}

/** What waits to be read. */
export interface MessagesNews {
  kind: 'messages'
  /** The latest first. */
  rooms: readonly {
    roomId: string
    partnerName: string | null
    unreadCount: number
    /** The partner's latest messages, the oldest first; a push has one at most. */
    quotes: readonly string[]
    /** Up to which place of the room this tells. */
    upTo: number
  }[]
  /** Whether it takes the place of a push that is only just there. */
  isSilent: boolean
}

export type News = EventNews | MessagesNews
