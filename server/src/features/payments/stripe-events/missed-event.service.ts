import type { Stripe } from 'stripe'

import type { RecordFailure } from '../../../failure-metrics.ts'
import type { Database } from '../../../platform/database/database.ts'
import { describeError, type Logger } from '../../../platform/logging/logger.ts'
import type { OurAccountService } from '../our-account.service.ts'
import { parseSnapshotEvent, type SentEvent } from './sent-event.ts'
import * as repository from './stripe-event.repository.ts'
import type { StripeEventService } from './stripe-event.service.ts'

const HOUR_MS = 60 * 60_000
/** Stripe lists events for 30 days (https://docs.stripe.com/api/events/list). */
const LISTED_MS = 30 * 24 * HOUR_MS
/** Overlap of reads (ms), because Stripe may list an event late and clocks differ. A second read has no effect. */
const OVERLAP_MS = HOUR_MS
const PAGE = 100
const HANDLED_AT_A_TIME = 10
/** Age after which a missing webhook counts as lost (ms). Webhooks normally arrive within seconds. */
const WEBHOOK_DUE_MS = 20_000

/** Handled event types of our own account; Stripe lists at most twenty types at a time. */
export const MISSED_TYPES: readonly string[] = [
  'payment_intent.succeeded',
  'payment_intent.canceled',
  'payment_intent.payment_failed',
  'charge.failed',
  'charge.refunded',
  'charge.refund.updated',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'radar.early_fraud_warning.created',
  'setup_intent.setup_failed',
  'customer.deleted',
]

/** Ignores events from before this server's start, because perhaps no server was running then. */
export function isWebhookMissed({ createdAt }: Pick<SentEvent, 'createdAt'>, beganAt: number, now: number): boolean {
  return createdAt.getTime() >= beganAt && createdAt.getTime() <= now - WEBHOOK_DUE_MS
}

export interface MissedEventServiceOptions {
  db: Database
  stripe: Stripe
  ourAccount: Pick<OurAccountService, 'now'>
  events: Pick<StripeEventService, 'receive'>
  logger: Logger
  recordFailure: RecordFailure
}

export class MissedEventService {
  readonly #deps: MissedEventServiceOptions
  readonly #beganAt = Date.now()

  constructor(deps: MissedEventServiceOptions) {
    this.#deps = deps
  }

  /** Returns undefined for an unreadable event, which must not delay other events. */
  #read(event: Stripe.Event): SentEvent | undefined {
    try {
      return parseSnapshotEvent(event)
    } catch (error) {
      this.#deps.logger.error(
        { event: event.id, type: event.type, reason: describeError(error) },
        'unreadable Stripe event',
      )
      this.#deps.recordFailure('stripe_event')
      return undefined
    }
  }

  async #handle({ livemode, ...event }: SentEvent): Promise<void> {
    await this.#deps.events.receive(event, livemode).catch((error: unknown) => {
      this.#deps.logger.warn(
        { event: event.id, type: event.type, reason: describeError(error) },
        'handling a missed Stripe event failed: retried later',
      )
      this.#deps.recordFailure('stripe_event')
    })
  }

  /** @throws what the database throws; some events of the page may then be missing */
  async #takePage(page: readonly Stripe.Event[]): Promise<number> {
    const known = await repository.findStoredEventIds(
      this.#deps.db,
      page.map(({ id }) => id),
    )
    const missed = page
      .filter(({ id }) => !known.has(id))
      .flatMap((event) => this.#read(event) ?? [])
      .toReversed()
    const now = Date.now()
    for (const event of missed)
      if (isWebhookMissed(event, this.#beganAt, now)) this.#deps.recordFailure('webhook_missed')
    // Each stored event is retried until it is handled, even if this server stops.
    for (const { livemode: _, ...event } of missed) await repository.recordStripeEvent(this.#deps.db, event)
    for (let at = 0; at < missed.length; at += HANDLED_AT_A_TIME) {
      await Promise.all(missed.slice(at, at + HANDLED_AT_A_TIME).map((argument0) => this.#handle(argument0)))
    }
    return missed.length
  }

  /** Reads events since the last successful read, and thus repeats a failed read. */
  async recover(): Promise<void> {
    const { ourAccount, db, stripe, logger } = this.#deps
    const ours = await ourAccount.now()
    const { startedAt, readTo } = await repository.findReadPosition(db, ours)
    const since = readTo === null ? startedAt.getTime() - LISTED_MS : readTo.getTime() - OVERLAP_MS
    let missed = 0
    let page: Stripe.Event[] = []
    const created = { gte: Math.floor(since / 1000) }
    for await (const event of stripe.events.list({ limit: PAGE, types: [...MISSED_TYPES], created })) {
      page.push(event)
      if (page.length < PAGE) continue
      missed += await this.#takePage(page)
      page = []
    }
    missed += await this.#takePage(page)
    await repository.saveReadPosition(db, ours, startedAt)
    if (missed > 0) logger.info({ count: missed }, 'recovered missed Stripe events')
  }
}
