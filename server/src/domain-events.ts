import type { NotificationKind, OperatorKind } from '@kundig/contract/notifications/notification-kinds'

import type { AfterCommit, Transaction } from './platform/database/database.ts'

/** Stored event for one person's notification. It has ids, amounts and states, but no names or texts. */
export interface DomainEvent {
  kind: NotificationKind
  recipientId: string
  /**
   * Id of the request, room, payment request or decision. Each event about a seller's account gets a new id and
   * dismisses the earlier events.
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
  /** Undefined dismisses the events of these kinds for all subjects. */
  subjectId?: string
}

/** Port through which features record events. Features do not depend on how notifications are delivered. */
export interface DomainEvents {
  /** Records an event in the caller's transaction. A person is notified once per kind and subject. */
  record: (tx: Transaction, afterCommit: AfterCommit, event: DomainEvent) => Promise<void>
  /** Dismisses notifications: no mail or push follows, and the bell shows them as read. */
  dismiss: (tx: Transaction, afterCommit: AfterCommit, events: DismissedEvents) => Promise<void>
}

/** Notifies each operator who may decide a case, once per case. */
export interface OperatorAlerts {
  /** @param isConcerned true for operators who are part of the case: they are not notified */
  record: (
    tx: Transaction,
    afterCommit: AfterCommit,
    alert: Omit<DomainEvent, 'recipientId'> & { kind: OperatorKind },
    isConcerned: (userId: string) => boolean | Promise<boolean>,
  ) => Promise<void>
  dismiss: (tx: Transaction, afterCommit: AfterCommit, kind: OperatorKind, subjectId: string) => Promise<void>
}
