import type { Language } from '@kundig/contract/languages'

import type { NoteFailure } from '../../../failures.ts'
import type { Database } from '../../../platform/database/database.ts'
import { drain } from '../../../platform/jobs/drain.ts'
import type { Logger } from '../../../platform/logging/logger.ts'
import { AddressRefused, type MailTransport } from '../../../platform/mail/mail-outbox.ts'
import type { Accounts } from '../../payments/ports.ts'
import { receiptMail } from './receipt-mail.ts'
import * as repository from './receipt.repository.ts'

/** What could not be sent is tried again for this time (ms). */
const GIVEN_UP_AFTER_MS = 3 * 24 * 60 * 60_000

export interface ReceiptMailServiceOptions {
  db: Database
  accounts: Pick<Accounts, 'confirmedEmailOf'>
  /** In which language a person is to be written to. */
  languageOf: (userId: string) => Promise<Language>
  mailTransport: MailTransport
  /** Where people reach the site. */
  base: string
  logger: Logger
  noteFailure: NoteFailure
}

/**
 * Mails buyers the receipts of their payments: each is a row that was written with the receipt, and is sent under the receipt's id,
 * so that a second copy is known as one. They are no notifications: nobody switches them off, and no quiet hours hold them back.
 */
export class ReceiptMailService {
  readonly #deps: ReceiptMailServiceOptions

  constructor(deps: ReceiptMailServiceOptions) {
    this.#deps = deps
  }

  async #send(receiptId: string): Promise<'sent' | 'unconfirmed' | 'bounced'> {
    const { db, accounts, mailTransport, languageOf, base, noteFailure } = this.#deps
    const receipt = await repository.findById(db, receiptId)
    if (!receipt) throw new Error('A mail is of a receipt')
    const { buyerId } = await repository.findMovement(db, receipt.paymentRequestId)
    // What somebody paid, and to whom, must not reach a stranger.
    const to = await accounts.confirmedEmailOf(buyerId)
    if (to === null) return 'unconfirmed'
    try {
      await mailTransport.deliver(receiptMail(receipt, { to, language: await languageOf(buyerId), base }), receiptId)
      return 'sent'
    } catch (error) {
      if (!(error instanceof AddressRefused)) throw error
      noteFailure('mail_bounced')
      return 'bounced'
    }
  }

  async #retryOrGiveUp({ receiptId, createdAt }: repository.DueMail): Promise<void> {
    const { db, noteFailure } = this.#deps
    if (Date.now() - createdAt.getTime() <= GIVEN_UP_AFTER_MS) return repository.postponeMail(db, receiptId)
    noteFailure('mail_given_up')
    return repository.endMail(db, receiptId, 'given_up')
  }

  /** Sends what is due. What fails here is due again once nobody has it any more. */
  async sendDue(leaving: AbortSignal): Promise<void> {
    const send = async ({ receiptId }: repository.DueMail): Promise<void> =>
      repository.endMail(this.#deps.db, receiptId, await this.#send(receiptId))
    const onFailed = (mail: repository.DueMail): Promise<void> => this.#retryOrGiveUp(mail)
    await drain(this.#deps, repository.mailQueue, send, { failure: 'mail', leaving, onFailed })
  }
}
