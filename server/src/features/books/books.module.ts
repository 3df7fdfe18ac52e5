import type { Stripe } from 'stripe'

import type { Language } from '@kundig/contract/languages'

import type { DomainEvents } from '../../domain-events.ts'
import type { RecordFailure } from '../../failure-metrics.ts'
import type { PaymentChoice } from '../../payment-provider.ts'
import type { Database } from '../../platform/database/database.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import type { Origins } from '../../platform/http/origins.ts'
import { repeatWork } from '../../platform/jobs/repeated-work.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { describeError, type Logger } from '../../platform/logging/logger.ts'
import type { MailTransport } from '../../platform/mail/mail-outbox.ts'
import type { SiteSettingsStore } from '../../platform/settings/site-settings.ts'
import type { Identify } from '../../viewer.ts'
import type { PaymentMessageService } from '../chat/messages/payment-message.service.ts'
import type { OurAccountService } from '../payments/our-account.service.ts'
import type { PaymentsModule } from '../payments/payments.module.ts'
import type { Accounts } from '../payments/ports.ts'
import type { ProfileService } from '../profiles/profile.service.ts'
import type { RefundsModule } from '../refunds/refunds.module.ts'
import { createBookLimits } from './books.limits.ts'
import { EARNINGS_PATHS, createPaymentListProcedures, serveEarningsFile } from './earnings/payment-list.routes.ts'
import { PaymentListService } from './earnings/payment-list.service.ts'
import { BooksService } from './ledger/books.service.ts'
import { LedgerCheckService } from './ledger/ledger-check.service.ts'
import { startLedgerWatch } from './ledger/ledger-watch.ts'
import { LedgerService } from './ledger/ledger.service.ts'
import { UnmatchedChargeService } from './ledger/unmatched-charge.service.ts'
import { ownDataOfPayments } from './own-data.repository.ts'
import { PaymentLookupService } from './payment-lookup.service.ts'
import { PayoutService } from './payouts/payout.service.ts'
import { ReceiptDrawing } from './receipts/receipt-drawing.ts'
import { ReceiptMailService } from './receipts/receipt-mail.service.ts'
import { RECEIPT_PATHS, serveReceipts } from './receipts/receipt.routes.ts'
import { ReceiptService } from './receipts/receipt.service.ts'

const RECEIPT_MAILS_MS = 2000

export interface BooksModuleOptions {
  db: Database
  stripe: Stripe
  ourAccount: OurAccountService
  paymentChoice: PaymentChoice
  lower: Pick<PaymentsModule['lower'], 'attempts' | 'missedEvents' | 'settlement'>
  record: RefundsModule['record']
  accounts: Pick<Accounts, 'findConfirmedEmail'>
  mailTransport: MailTransport
  findLanguage: (userId: string) => Promise<Language>
  profiles: ProfileService
  messages: PaymentMessageService
  domainEvents: DomainEvents
  origins: Origins
  limits: Limits
  siteSettings: Pick<SiteSettingsStore, 'read'>
  logger: Logger
  recordFailure: RecordFailure
  paymentReconcileMs?: number | undefined
}

export function createBooksModule(options: BooksModuleOptions) {
  const { db, logger, recordFailure, ourAccount, paymentChoice, profiles, siteSettings, paymentReconcileMs } = options
  const { settlement, attempts, missedEvents } = options.lower
  const limits = createBookLimits(options.limits)
  const payouts = new PayoutService(options)
  const ledger = new LedgerService(options)
  const ledgerCheck = new LedgerCheckService({ ...options, ledger })
  const drawing = new ReceiptDrawing()
  const readBranding = () => siteSettings.read().face
  const receipts = new ReceiptService({ ...options, drawing, queue: limits.drawing, readBranding })
  const receiptMails = new ReceiptMailService({ ...options, base: options.origins.base })
  const lists = new PaymentListService({ db, profiles, ourAccount })

  return {
    ownData: ownDataOfPayments,
    services: {
      paymentLookup: new PaymentLookupService({ ...options, settlement, attempts }),
      books: new BooksService({ db, ourAccount, check: ledgerCheck, logger }),
      unmatchedCharges: new UnmatchedChargeService({ ...options, livemode: ourAccount.livemode, settlement }),
      payouts,
      receipts: receipts.ofOperators,
    },
    receipts,
    procedures: createPaymentListProcedures({ lists, count: limits.list }),
    paths: { ...RECEIPT_PATHS, ...EARNINGS_PATHS },

    onMoved: (): void => {
      if (paymentChoice !== 'none') ledger.fillSoon()
    },

    serve: (server: HttpServer, identify: Identify): void => {
      serveReceipts(server, { receipts, identify, count: limits.receipt })
      serveEarningsFile(server, { lists, identify, count: limits.list })
    },

    /** Starts filling the books and mailing receipts. @returns a function that stops both */
    start: (): (() => Promise<void>) => {
      const everyMs = paymentReconcileMs
      const stopBooks =
        paymentChoice === 'none'
          ? undefined
          : startLedgerWatch({ db, ledger, check: ledgerCheck, missedEvents, logger, recordFailure, everyMs })
      const sendReceipts = (leaving: AbortSignal): Promise<void> =>
        receiptMails.sendDue(leaving).catch((error: unknown) => {
          logger.warn({ reason: describeError(error) }, 'sending receipt mails failed')
          recordFailure('mail')
        })
      const stopMails = repeatWork(sendReceipts, RECEIPT_MAILS_MS)
      return async () => {
        await Promise.all([stopBooks?.(), stopMails()])
        drawing.close()
      }
    },
  }
}

export type BooksModule = ReturnType<typeof createBooksModule>
