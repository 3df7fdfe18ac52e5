import type { NotificationKind, OperatorKind } from '@kundig/contract/notifications/notification-kinds'

import type { AfterCommit, Transaction } from './platform/database/database.ts'

/** Stored fact for one person's notification: ids, amounts and states, no names or texts. */
export interface DomainEvent {
  kind: NotificationKind
  recipientId: string
  /**
   * Id of the request, room, payment request or decision. For a seller's account, an id of this event, which dismisses
   * earlier ones.
   */
  subjectId: string
  roomId?: string | null
  actorId?: string | null
  /** Payment amount (cents). */
  amount?: number
  currency?: string
}

export interface DismissedEvents {
  recipientId: string
  kinds: readonly NotificationKind[]
  /** All subjects of these kinds when undefined. */
  subjectId?: string
}

/** Port for recording events; features know nothing of deliveries. */
export interface DomainEvents {
  /** Records an event in its transaction. A person is notified once per kind and subject. */
  record: (tx: Transaction, afterCommit: AfterCommit, event: DomainEvent) => Promise<void>
  /** Dismisses notifications: no mail or push follows, and the bell shows them as read. */
  dismiss: (tx: Transaction, afterCommit: AfterCommit, events: DismissedEvents) => Promise<void>
}

/** Notifies the operators who may decide a case, each of them once. */
export interface OperatorAlerts {
  /** @param isConcerned true for people who are part of the case: they are not notified */
  record: (
    tx: Transaction,
    afterCommit: AfterCommit,
    alert: Omit<DomainEvent, 'recipientId'> & { kind: OperatorKind },
    isConcerned: (userId: string) => boolean | Promise<boolean>,
  ) => Promise<void>
  dismiss: (tx: Transaction, afterCommit: AfterCommit, kind: OperatorKind, subjectId: string) => Promise<void>
}
