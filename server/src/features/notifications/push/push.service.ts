import { Refusal } from '@kundig/contract/errors'
import type { PushSubscriptionInput } from '@kundig/contract/notifications/notifications.contract'
import type { PushPayload } from '@kundig/contract/notifications/push-payload'

import type { RecordFailure } from '../../../failure-metrics.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Logger } from '../../../platform/logging/logger.ts'
import type { PushSender, PushTerms } from '../../../platform/push/push-sender.ts'
import type { Viewer } from '../../../viewer.ts'
import * as repository from './push-subscription.repository.ts'
import { encodePush } from './push-text.ts'

/** Maximum subscriptions of a person; the oldest ones are deleted. */
export const SUBSCRIPTIONS_PER_PERSON = 20

/** `sent`: some browsers received the push (`taken`), others may later (`pending`). `retry`: none received it yet. */
export type PushOutcome =
  | { outcome: 'sent'; taken: string[]; pending: string[] }
  | { outcome: 'no_subscription' }
  | { outcome: 'retry'; afterS: number }

export interface PushServiceOptions {
  db: Database
  sender: PushSender | null
  count: (userId: string) => Promise<void>
  logger: Logger
  recordFailure: RecordFailure
}

export class PushService {
  readonly #deps: PushServiceOptions
  readonly publicKey

  constructor(deps: PushServiceOptions) {
    this.#deps = deps
    this.publicKey = deps.sender?.publicKey ?? null
  }

  async #sendTo(
    to: PushSender,
    subscription: repository.SubscriptionRow,
    payload: string,
    terms: PushTerms,
  ): Promise<{ result: 'taken' | 'gone' } | { result: 'failed'; afterS?: number }> {
    const { db, recordFailure, logger } = this.#deps
    const answer = await to.send(subscription, payload, terms)
    if (answer.result === 'taken') await repository.recordPushSuccess(db, subscription.id)
    if (answer.result === 'gone') await repository.deleteById(db, subscription.id)
    if (answer.result === 'failed') {
      await repository.recordPushFailure(db, subscription.id, answer.afterS)
      recordFailure('push')
      logger.warn({ subscription: subscription.id, reason: answer.reason }, 'push rejected by the push service')
    }
    return answer
  }

  /** Subscribes until the session ends. @throws Refusal PUSH_UNAVAILABLE, PUSH_ENDPOINT_REFUSED, TOO_MANY_ATTEMPTS */
  async subscribe(
    { userId, sessionId }: Viewer,
    { endpoint, keys: { p256dh, auth } }: PushSubscriptionInput,
  ): Promise<void> {
    if (this.#deps.sender === null) throw new Refusal('PUSH_UNAVAILABLE')
    await this.#deps.count(userId)
    if (!(await this.#deps.sender.accepts({ endpoint, p256dh, auth })))
      throw new Refusal('PUSH_ENDPOINT_REFUSED', 'endpoint')
    await this.#deps.db.transaction(async (tx) => {
      await repository.lockSubscriptions(tx, userId)
      if (!(await repository.saveSubscription(tx, { userId, sessionId, endpoint, p256dh, auth }))) {
        throw new Refusal('PUSH_ENDPOINT_REFUSED', 'endpoint')
      }
      await repository.deleteOtherSubscriptions(tx, sessionId, endpoint)
      await repository.deleteExcessSubscriptions(tx, userId, SUBSCRIPTIONS_PER_PERSON)
    })
  }

  /** Ignores unknown subscriptions, and those of other people. */
  unsubscribe({ userId }: Viewer, endpoint: string): Promise<void> {
    return repository.deleteOwnSubscription(this.#deps.db, userId, endpoint)
  }

  /** Never throws for a response of a push service. */
  async send(userId: string, payload: PushPayload, terms: PushTerms): Promise<PushOutcome> {
    const { db, sender } = this.#deps
    const all = await repository.findActiveSubscriptions(db, userId)
    if (all.length === 0) return { outcome: 'no_subscription' }
    // A server without push keys leaves the push to a later try, which a server with keys may make.
    if (sender === null) return { outcome: 'retry', afterS: 0 }
    const text = encodePush(payload)
    const answers = await Promise.all(
      all.map(async (subscription) =>
        subscription.pausedS > 0
          ? { ...subscription, result: 'failed' as const, afterS: subscription.pausedS }
          : { ...subscription, ...(await this.#sendTo(sender, subscription, text, terms)) },
      ),
    )
    const idsOf = (wanted: string): string[] => answers.filter(({ result }) => result === wanted).map(({ id }) => id)
    const taken = idsOf('taken')
    if (taken.length > 0) return { outcome: 'sent', taken, pending: idsOf('failed') }
    const waits = answers.flatMap((answer) => (answer.result === 'failed' ? [answer.afterS ?? 0] : []))
    return waits.length === 0 ? { outcome: 'no_subscription' } : { outcome: 'retry', afterS: Math.min(...waits) }
  }

  /** Returns the retry delay (s); null when sent, or when the browser is gone. Never throws for a response. */
  async sendToOne(
    userId: string,
    subscriptionId: string,
    payload: PushPayload,
    terms: PushTerms,
  ): Promise<{ afterS: number } | null> {
    const subscription = (await repository.findActiveSubscriptions(this.#deps.db, userId)).find(
      ({ id }) => id === subscriptionId,
    )
    if (!subscription) return null
    if (this.#deps.sender === null) return { afterS: 0 }
    if (subscription.pausedS > 0) return { afterS: subscription.pausedS }
    const answer = await this.#sendTo(this.#deps.sender, subscription, encodePush(payload), terms)
    return answer.result === 'failed' ? { afterS: answer.afterS ?? 0 } : null
  }
}
