import type { Language } from '@kundig/contract/languages'

import type { NoteFailure } from '../../../failures.ts'
import type { Database } from '../../../platform/database/database.ts'
import { describeError, type Logger } from '../../../platform/logging/logger.ts'
import { AddressRefused, type MailTransport } from '../../../platform/mail/mail-outbox.ts'
import type { Accounts } from '../ports.ts'
import { receiptMail } from './receipt-mail.ts'
import * as repository from './receipt.repository.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** So many are sent at a time. */
const AT_A_TIME = 5
/** Whoever is not done with a mail by then is taken to be gone (ms). */
const CLAIM_MS = 2 * MINUTE_MS
/** What could not be sent is tried again after pauses, each twice as long, and given up after this time (ms). */
const PAUSE_MS = { first: MINUTE_MS, longest: HOUR_MS }
const GIVEN_UP_AFTER_MS = 3 * 24 * HOUR_MS

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

  async #attempt({ receiptId, tries, createdAt }: repository.DueMail): Promise<void> {
    const { db, logger, noteFailure } = this.#deps
    try {
      await repository.endMail(db, receiptId, await this.#send(receiptId))
    } catch (error) {
      logger.warn({ receipt: receiptId, reason: describeError(error) }, 'a receipt could not be mailed')
      noteFailure('mail')
      if (Date.now() - createdAt.getTime() > GIVEN_UP_AFTER_MS) {
        noteFailure('mail_given_up')
        return repository.endMail(db, receiptId, 'given_up')
      }
      return repository.postponeMail(
        db,
        receiptId,
        Math.min(PAUSE_MS.first * 2 ** Math.min(tries - 1, 20), PAUSE_MS.longest),
      )
    }
    return undefined
  }

  /** Sends what is due. What fails here is due again once nobody has it any more. */
  async sendDue(leaving: AbortSignal): Promise<void> {
    for (;;) {
      const due = leaving.aborted ? [] : await repository.takeMails(this.#deps.db, AT_A_TIME, CLAIM_MS)
      await Promise.all(due.map((argument0) => this.#attempt(argument0)))
      if (due.length < AT_A_TIME) return
    }
  }
}
