import type { DeliveredKind } from '@kundig/contract/notifications/notification-kinds'

export interface EventContent {
  kind: DeliveredKind
  subjectId: string
  roomId: string | null
  actorName: string | null
  /** In cents. */
  amount: number | null
  currency: string | null
  receipt: string | null
  quotes: readonly string[]
}

export interface MessagesContent {
  kind: 'messages'
  rooms: readonly {
    roomId: string
    partnerName: string | null
    unreadCount: number
    quotes: readonly string[]
    upTo: number
    /** Time when the quotes were read: they include all changes before it. */
    readAt: Date
  }[]
  isSilent: boolean
}

export type NotificationContent = EventContent | MessagesContent
