import type { DeliveredKind } from '@kundig/contract/notifications/notification-kinds'

export interface EventContent {
  kind: DeliveredKind
  subjectId: string
  roomId: string | null
  actorName: string | null
  /** In cents. */
  amount: number | null
  currency: string | null
  /** Number of a refund's receipt; null without one. */
  receipt: string | null
  /** The actor's text that a mail quotes, at most one. */
  quotes: readonly string[]
}

export interface MessagesContent {
  kind: 'messages'
  /** Latest first. */
  rooms: readonly {
    roomId: string
    partnerName: string | null
    unreadCount: number
    /** The partner's latest messages, oldest first; at most one in a push. */
    quotes: readonly string[]
    /** Position in the room up to which this notifies. */
    upTo: number
  }[]
  /** True when it replaces a very recent push. */
  isSilent: boolean
}

export type NotificationContent = EventContent | MessagesContent
