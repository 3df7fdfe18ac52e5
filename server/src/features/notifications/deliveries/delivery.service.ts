import { isOperatorKind } from '@kundig/contract/notifications/notification-kinds'
import type { PushPayload } from '@kundig/contract/notifications/push-payload'

import type { RecordFailure } from '../../../failure-metrics.ts'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import { drainQueue } from '../../../platform/jobs/drain.ts'
import type { Logger } from '../../../platform/logging/logger.ts'
import { AddressRefused, type MailTransport } from '../../../platform/mail/mail-outbox.ts'
import type { PushTerms } from '../../../platform/push/push-sender.ts'
import type { DeliveryChannel, DeliveryOutcome } from '../../../tables/notifications.ts'
import { buildNotificationMail, listTopics } from '../mail/notification-mails.ts'
import type { UnsubscribeLinks } from '../mail/unsubscribe-link.ts'
import { computeBadgeCount, markNotified } from '../messages/unread.repository.ts'
import type { Recipients } from '../ports.ts'
import * as owedPushes from '../push/pending-push.repository.ts'
import type { PendingPush } from '../push/pending-push.repository.ts'
import { buildPushPayload } from '../push/push-payloads.ts'
import type { PushService } from '../push/push.service.ts'
import { findQuietHoursEnd } from '../settings/quiet-hours.ts'
import type { SettingsService, NotificationPreferences } from '../settings/settings.service.ts'
import * as repository from './delivery.repository.ts'
import type { NotificationContentService } from './notification-content.service.ts'
import type { NotificationContent } from './notification-content.ts'

const SECOND_MS = 1000
const DAY_MS = 24 * 60 * 60 * SECOND_MS

const GIVEN_UP_AFTER_MS = 3 * DAY_MS
/** Minimum delay before retrying a push to one browser (ms). */
const PENDING_PAUSE_MS = 15 * SECOND_MS
/** Time that push services store a push for an offline browser (s). */
const PUSH_KEPT_S = (3 * DAY_MS) / SECOND_MS
const KEPT_DAYS = 30
const FORGOTTEN_AT_A_TIME = 1000

interface DeliveryContent {
  row: repository.DeliveryRow
  parts: readonly { row: repository.DeliveryRow; content: NotificationContent }[]
  preferences: NotificationPreferences
}

interface Browsers {
  taken: string[]
  pending: string[]
}

type Sent = { outcome: DeliveryOutcome; browsers?: Browsers } | { retryAfterMs: number }

export interface DeliveryServiceOptions {
  db: Database
  logger: Logger
  content: NotificationContentService
  settings: Pick<SettingsService, 'findPreferences' | 'quietUntil' | 'recordBounce'>
  accounts: Recipients
  mailTransport: MailTransport
  push: Pick<PushService, 'send' | 'sendToOne'>
  links: UnsubscribeLinks
  base: string
  recordFailure: RecordFailure
}

/** Sends each notification at least once, under one id. Mail programs and browsers show repetitions once. */
export class DeliveryService {
  readonly #deps: DeliveryServiceOptions

  constructor(deps: DeliveryServiceOptions) {
    this.#deps = deps
  }

  async #sendMail({ row, parts, preferences }: DeliveryContent, to: string): Promise<Sent> {
    const { base, links, mailTransport, settings, recordFailure } = this.#deps
    const contents = parts.map((part) => part.content)
    const topics = listTopics(contents)
    const mail = buildNotificationMail({
      language: preferences.language,
      to,
      contents,
      isDigest: row.kind === 'digest',
      base,
      unsubscribeUrl: topics.length > 0 ? links.toUrl(row.userId, topics) : null,
    })
    try {
      await mailTransport.deliver(mail, row.id)
      return { outcome: 'sent' }
    } catch (error) {
      if (!(error instanceof AddressRefused)) throw error
      await settings.recordBounce(row.userId, to)
      recordFailure('mail_bounced')
      return { outcome: 'bounced' }
    }
  }

  async #preparePush({ row, parts, preferences }: DeliveryContent): Promise<[string, PushPayload, PushTerms]> {
    const contents = parts.map((part) => part.content)
    const payload = buildPushPayload(contents, preferences.language, await computeBadgeCount(this.#deps.db, row.userId))
    const terms = {
      topic: Buffer.from(row.id.replaceAll('-', ''), 'hex').toString('base64url'),
      urgency: payload.silent === true ? ('low' as const) : ('normal' as const),
      ttlS: PUSH_KEPT_S,
    }
    return [row.userId, payload, terms]
  }

  async #sendPush(parcel: DeliveryContent): Promise<Sent> {
    const sent = await this.#deps.push.send(...(await this.#preparePush(parcel)))
    if (sent.outcome === 'retry') return { retryAfterMs: sent.afterS * SECOND_MS }
    return sent.outcome === 'sent' ? { outcome: 'sent', browsers: sent } : sent
  }

  async #findAddress({ row, preferences }: DeliveryContent): Promise<{ to: string } | { outcome: DeliveryOutcome }> {
    const to = await this.#deps.accounts.findConfirmedEmail(row.userId)
    if (to === null) return { outcome: 'unconfirmed' }
    return to === preferences.bouncedEmail ? { outcome: 'bounced' } : { to }
  }

  async #send(parcel: DeliveryContent): Promise<Sent | 'quiet'> {
    const isMail = parcel.row.channel === 'mail'
    const address = isMail ? await this.#findAddress(parcel) : { to: '' }
    if ('outcome' in address) return address
    const mayWait = !isMail || !isOperatorKind(parcel.row.kind)
    if (mayWait && findQuietHoursEnd(parcel.preferences.quietHours, new Date())) return 'quiet'
    return isMail ? this.#sendMail(parcel, address.to) : this.#sendPush(parcel)
  }

  async #end({ row, parts }: DeliveryContent, outcome: DeliveryOutcome, browsers?: Browsers): Promise<void> {
    const contents = parts.flatMap((part) => (part.content.kind === 'messages' ? part.content.rooms : []))
    const rows = parts.map((part) => part.row)
    await this.#deps.db.transaction(async (tx) => {
      await markNotified(tx, row.channel, row.userId, contents, outcome === 'sent')
      if (browsers) {
        await owedPushes.deletePushesBySubject(tx, browsers.taken, rows)
        await owedPushes.savePendingPushes(tx, {
          subscriptionIds: browsers.pending,
          deliveryIds: rows.map(({ id }) => id),
        })
      }
      await this.#endAll(tx, row, rows, outcome)
    })
  }

  /** Ends deliveries. If more deliveries were held after this digest was read, queues another digest. */
  async #endAll(
    tx: Transaction,
    row: repository.DeliveryRow,
    parts: readonly repository.DeliveryRow[],
    outcome: DeliveryOutcome,
  ): Promise<void> {
    await repository.endDeliveries(tx, [...new Set([row, ...parts].map(({ id }) => id))], outcome)
    if (row.kind === 'digest') await repository.queueRemainingDigest(tx, row.userId, row.channel)
  }

  async #postponeForQuietHours(row: repository.DeliveryRow): Promise<void> {
    await this.#deps.db.transaction(async (tx) => {
      const until = await this.#deps.settings.quietUntil(tx, row.userId)
      if (until === null || row.kind === 'digest') await repository.postpone(tx, row.id, until ?? new Date())
      else await repository.moveToDigest(tx, row, until)
    })
  }

  #isTooLate(row: repository.DeliveryRow): boolean {
    return Date.now() - row.createdAt.getTime() > GIVEN_UP_AFTER_MS
  }

  async #open(row: repository.DeliveryRow): Promise<DeliveryContent> {
    const { settings, db, content } = this.#deps
    const preferences = await settings.findPreferences(db, row.userId)
    const rows = row.kind === 'digest' ? await repository.findDigestItems(db, row.userId, row.channel) : [row]
    const parts: DeliveryContent['parts'][number][] = []
    for (const one of rows) {
      const judged = await content.judge(one, preferences)
      if ('content' in judged) parts.push({ row: one, content: judged.content })
      else await repository.endDeliveries(db, [one.id], judged.outcome)
    }
    return { row, parts, preferences }
  }

  async #deliver(row: repository.DeliveryRow): Promise<void> {
    const parcel = await this.#open(row)
    if (parcel.parts.length === 0) return this.#deps.db.transaction((tx) => this.#endAll(tx, row, [], 'seen'))
    const sent = await this.#send(parcel)
    if (sent === 'quiet') return this.#postponeForQuietHours(row)
    if ('outcome' in sent) return this.#end(parcel, sent.outcome, sent.browsers)
    if (!this.#isTooLate(row)) return repository.scheduleRetry(this.#deps.db, row.id, sent.retryAfterMs)
    this.#deps.recordFailure(row.channel === 'mail' ? 'mail_given_up' : 'push_given_up')
    return this.#end(parcel, 'given_up')
  }

  async #retryOrGiveUp(row: repository.DeliveryRow): Promise<void> {
    if (!this.#isTooLate(row)) return repository.scheduleRetry(this.#deps.db, row.id, 0)
    this.#deps.recordFailure(row.channel === 'mail' ? 'mail_given_up' : 'push_given_up')
    const held = row.kind === 'digest' ? await repository.findDigestItems(this.#deps.db, row.userId, row.channel) : []
    await this.#deps.db.transaction((tx) => this.#endAll(tx, row, held, 'given_up'))
  }

  async #deliverPending(owed: PendingPush): Promise<void> {
    const { db, settings, content, push } = this.#deps
    const row = await repository.findById(db, owed.deliveryId)
    if (!row || this.#isTooLate(row)) return owedPushes.removePendingPush(db, owed)
    const preferences = await settings.findPreferences(db, row.userId)
    const judged = await content.judge(row, preferences, true)
    if (!('content' in judged)) return owedPushes.removePendingPush(db, owed)
    const heldUntil = findQuietHoursEnd(preferences.quietHours, new Date())
    if (heldUntil) return owedPushes.postpone(db, owed, heldUntil)
    const [userId, payload, terms] = await this.#preparePush({
      row,
      parts: [{ row, content: judged.content }],
      preferences,
    })
    const again = await push.sendToOne(userId, owed.subscriptionId, payload, terms)
    if (!again) return owedPushes.removePendingPush(db, owed)
    const waitMs = Math.max(again.afterS * SECOND_MS, PENDING_PAUSE_MS)
    return owedPushes.postpone(db, owed, new Date(Date.now() + waitMs))
  }

  /** Sends due deliveries of one channel, so that mails and pushes do not wait for each other. */
  sendDue(channel: DeliveryChannel, leaving: AbortSignal): Promise<void> {
    const onFailed = (row: repository.DeliveryRow): Promise<void> => this.#retryOrGiveUp(row)
    const options = { failure: channel, leaving, onFailed }
    return drainQueue(this.#deps, repository.deliveryQueues[channel], (row) => this.#deliver(row), options)
  }

  sendPending(leaving: AbortSignal): Promise<void> {
    return drainQueue(this.#deps, owedPushes.pendingPushQueue, (owed) => this.#deliverPending(owed), {
      failure: 'push',
      leaving,
    })
  }

  async forgetEnded(leaving: AbortSignal): Promise<void> {
    while (
      !leaving.aborted &&
      (await repository.deleteEndedDeliveries(this.#deps.db, FORGOTTEN_AT_A_TIME, KEPT_DAYS)) === FORGOTTEN_AT_A_TIME
    );
  }
}
