import type { Language } from '@kundig/contract/languages'

import type { RecordFailure } from '../../../failure-metrics.ts'
import type { Database } from '../../../platform/database/database.ts'
import { drainQueue } from '../../../platform/jobs/drain.ts'
import type { Logger } from '../../../platform/logging/logger.ts'
import { AddressRefused, type MailTransport } from '../../../platform/mail/mail-outbox.ts'
import type { Accounts } from '../../payments/ports.ts'
import { buildReceiptMail } from './receipt-mail.ts'
import * as repository from './receipt.repository.ts'

const GIVEN_UP_AFTER_MS = 3 * 24 * 60 * 60_000

export interface ReceiptMailServiceOptions {
  db: Database
  accounts: Pick<Accounts, 'findConfirmedEmail'>
  findLanguage: (userId: string) => Promise<Language>
  mailTransport: MailTransport
  base: string
  logger: Logger
  recordFailure: RecordFailure
}

/**
 * Each mail is queued as a row that is inserted with its receipt. The receipt's id identifies duplicate mails. Receipt
 * mails ignore notification settings and quiet hours.
 */
export class ReceiptMailService {
  readonly #deps: ReceiptMailServiceOptions

  constructor(deps: ReceiptMailServiceOptions) {
    this.#deps = deps
  }

  async #send(receiptId: string): Promise<'sent' | 'unconfirmed' | 'bounced'> {
    const { db, accounts, mailTransport, findLanguage, base, recordFailure } = this.#deps
    const receipt = await repository.findById(db, receiptId)
    if (!receipt) throw new Error('receipt missing for mail')
    const { buyerId } = await repository.findPaymentWithRefunds(db, receipt.paymentRequestId)
    // An unconfirmed address may be a stranger's, who must not see payment and seller.
    const to = await accounts.findConfirmedEmail(buyerId)
    if (to === null) return 'unconfirmed'
    try {
      await mailTransport.deliver(
        buildReceiptMail(receipt, { to, language: await findLanguage(buyerId), base }),
        receiptId,
      )
      return 'sent'
    } catch (error) {
      if (!(error instanceof AddressRefused)) throw error
      recordFailure('mail_bounced')
      return 'bounced'
    }
  }

  async #retryOrGiveUp({ receiptId, createdAt }: repository.DueMail): Promise<void> {
    const { db, recordFailure } = this.#deps
    if (Date.now() - createdAt.getTime() <= GIVEN_UP_AFTER_MS) return repository.postponeReceiptMail(db, receiptId)
    recordFailure('mail_given_up')
    return repository.recordMailOutcome(db, receiptId, 'given_up')
  }

  /** Sends due mails. If this throws, a mail is due again when its claim expires. */
  async sendDue(leaving: AbortSignal): Promise<void> {
    const send = async ({ receiptId }: repository.DueMail): Promise<void> =>
      repository.recordMailOutcome(this.#deps.db, receiptId, await this.#send(receiptId))
    const onFailed = (mail: repository.DueMail): Promise<void> => this.#retryOrGiveUp(mail)
    await drainQueue(this.#deps, repository.mailQueue, send, { failure: 'mail', leaving, onFailed })
  }
}
