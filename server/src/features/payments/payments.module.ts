import type { Language } from '@kundig/contract/languages'

import type { DomainEvents, OperatorAlerts } from '../../domain-events.ts'
import type { NoteFailure } from '../../failures.ts'
import type { PaymentChoice, PaymentProvider } from '../../payment-provider.ts'
import type { Database } from '../../platform/database/database.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import type { Origins } from '../../platform/http/origins.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { repeat } from '../../platform/jobs/repeated-work.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { LiveServer } from '../../platform/live/live-server.ts'
import { describeError, type Logger } from '../../platform/logging/logger.ts'
import type { MailTransport } from '../../platform/mail/mail-outbox.ts'
import type { SiteSettingsStore } from '../../platform/settings/site-settings.ts'
import { serveSimulator } from '../../platform/stripe/simulator-proxy.ts'
import type { TermsGate } from '../../terms-gate.ts'
import type { Identify } from '../../viewer.ts'
import type { PaymentMessageService } from '../chat/messages/payment-message.service.ts'
import type { RoomService } from '../chat/rooms/room.service.ts'
import type { ProfileService } from '../profiles/profile.service.ts'
import type { ContactService } from '../safety/blocks/contact.service.ts'
import type { StandingReader } from '../safety/statements/standing.service.ts'
import { createHandedOutSecrets } from './attempts/handed-out-secrets.ts'
import { createIntentReplacementService } from './attempts/intent-replacement.service.ts'
import { createPaymentAttemptService } from './attempts/payment-attempt.service.ts'
import { createPaymentBlockService } from './attempts/payment-block.service.ts'
import { createPaymentPauseService } from './attempts/payment-pause.service.ts'
import { cardProcedures } from './cards/card.routes.ts'
import { createCardService } from './cards/card.service.ts'
import { createCustomerQueue } from './customers/customer-queue.ts'
import { createCustomerService } from './customers/customer.service.ts'
import { createDisputeQueueService } from './disputes/dispute-queue.service.ts'
import { createDisputeRecordService } from './disputes/dispute-record.service.ts'
import { createDisputeService } from './disputes/dispute.service.ts'
import { EARNINGS_PATHS, paymentListProcedures, serveEarningsFile } from './earnings/payment-list.routes.ts'
import { createPaymentListService } from './earnings/payment-list.service.ts'
import { createBooksService } from './ledger/books.service.ts'
import { createLedgerCheckService } from './ledger/ledger-check.service.ts'
import { startLedgerWatch } from './ledger/ledger-watch.ts'
import { createLedgerService } from './ledger/ledger.service.ts'
import { createUnknownPaymentService } from './ledger/unknown-payment.service.ts'
import type { OurAccountService } from './links/our-account.service.ts'
import { createPaymentLookupService } from './payment-lookup.service.ts'
import { startPaymentReconciliation } from './payment-reconciliation.ts'
import { createPaymentLimits } from './payments.limits.ts'
import type { Accounts } from './ports.ts'
import { functionPaths, serveFunctions } from './programs/functions.routes.ts'
import { createFunctionsService } from './programs/functions.service.ts'
import { createReceiptDrawing } from './receipts/receipt-drawing.ts'
import { createReceiptMailService } from './receipts/receipt-mail.service.ts'
import { RECEIPT_PATHS, serveReceipts } from './receipts/receipt.routes.ts'
import { createReceiptService } from './receipts/receipt.service.ts'
import { createRefundRecordService } from './refunds/refund-record.service.ts'
import { createRefundRequestService } from './refunds/refund-request.service.ts'
import { createRefundResendService } from './refunds/refund-resend.service.ts'
import { createRefundService } from './refunds/refund.service.ts'
import { createPayableIntentService } from './requests/payable-intent.service.ts'
import { createPaymentCancellationService } from './requests/payment-cancellation.service.ts'
import { createPaymentExpiryService } from './requests/payment-expiry.service.ts'
import { paymentRequestProcedures } from './requests/payment-request.routes.ts'
import { createPaymentRequestService } from './requests/payment-request.service.ts'
import { createSettlementService } from './requests/settlement.service.ts'
import { createPayoutService } from './selling/payout.service.ts'
import { createSellerEvents } from './selling/seller.events.ts'
import { sellerProcedures } from './selling/seller.routes.ts'
import { createSellerService } from './selling/seller.service.ts'
import { createMissedEventService } from './stripe-events/missed-event.service.ts'
import { createStripeEventService } from './stripe-events/stripe-event.service.ts'
import { serveWebhooks } from './stripe-events/webhook.routes.ts'
import { findChangedFor } from './user-record.repository.ts'

/** How often is looked for receipts that are to be mailed (ms). */
const RECEIPT_MAILS_MS = 2000

export interface PaymentsModuleOptions {
  sitePages: TermsGate
  db: Database
  jobs: Jobs
  live: LiveServer
  limits: Limits
  origins: Origins
  logger: Logger
  /** Who takes payments, and how they are reached. */
  paymentChoice: PaymentChoice
  provider: PaymentProvider
  /** Which account of ours at Stripe takes payments. */
  ourAccount: OurAccountService
  accounts: Accounts
  /** How mails with receipts leave. */
  mailTransport: MailTransport
  /** In which language a person is to be written to. */
  languageOf: (userId: string) => Promise<Language>
  profiles: ProfileService
  rooms: RoomService
  messages: PaymentMessageService
  contact: ContactService
  standing: StandingReader
  domainEvents: DomainEvents
  operatorAlerts: OperatorAlerts
  noteFailure: NoteFailure
  /** The path below which the callable functions are served. */
  functionsPrefix: string
  /** How often payments of which nobody tells us are checked (ms); every minute when undefined. */
  paymentReconcileMs?: number | undefined
  siteSettings: Pick<SiteSettingsStore, 'read'>
}

/** Payments between two people in a chat: cards, sellers, requests, Stripe's events, and the callable functions. */
export async function createPaymentsModule(options: PaymentsModuleOptions) {
  const { db, jobs, live, origins, logger, paymentChoice, provider, functionsPrefix, paymentReconcileMs } = options
  const { accounts, profiles, rooms, messages, contact, standing, domainEvents, noteFailure, sitePages } = options
  const { ourAccount } = options
  const { stripe, configuration, keys } = provider
  const feeSettings = () => options.siteSettings.read().fee
  const limits = createPaymentLimits(options.limits)
  const customers = createCustomerService({ db, stripe, ourAccount, logger, emailOf: accounts.emailOf })
  const queueCustomer = await createCustomerQueue({ jobs, customers })
  const events = createSellerEvents(live)
  const payouts = createPayoutService({ db, stripe, ourAccount, domainEvents, logger })
  const sellers = createSellerService({
    db,
    stripe,
    ourAccount,
    payouts,
    logger,
    noteFailure,
    profiles,
    events,
    domainEvents,
    base: origins.base,
  })
  const livemode = configuration.mode === 'live'
  const ledger = createLedgerService({ db, stripe, ourAccount, logger })
  const onMoved = paymentChoice === 'nobody' ? () => undefined : ledger.fillSoon
  const drawing = createReceiptDrawing()
  const readFace = () => options.siteSettings.read().face
  const receipts = createReceiptService({
    db,
    stripe,
    profiles,
    messages,
    drawing,
    turns: limits.drawing,
    readFace,
    logger,
    noteFailure,
  })
  const receiptMails = createReceiptMailService({ ...options, base: origins.base })
  const moving = { db, stripe, ourAccount, messages, domainEvents, receipts, logger, noteFailure, onMoved }
  const settlement = createSettlementService({ ...moving, sellers, rooms })
  const replacement = createIntentReplacementService({ db, stripe, settlement })
  const payable = createPayableIntentService({ db, stripe, customers, replacement })
  const secrets = createHandedOutSecrets({ stripe, customers, replacement, logger, noteFailure })
  const blocks = createPaymentBlockService({ db, secrets, logger })
  const pauses = createPaymentPauseService({ db, standing, secrets })
  const attempts = createPaymentAttemptService({ db, stripe, customers, blockIfDue: blocks.blockIfDue, logger })
  const cards = createCardService({ stripe, customers, blocks, pauses, logger })
  const cancellations = createPaymentCancellationService({ db, settlement, secrets, logger, noteFailure })
  const expiry = createPaymentExpiryService({ db, settlement, logger, noteFailure })
  const requests = createPaymentRequestService({
    db,
    stripe,
    ourAccount,
    customers,
    payable,
    sellers,
    settlement,
    expiry,
    rooms,
    messages,
    contact,
    standing,
    blocks,
    pauses,
    domainEvents,
    limits,
    feeSettings,
    logger,
  })
  const refundRecord = createRefundRecordService({ ...moving, settlement })
  const refunds = createRefundService({
    db,
    stripe,
    ourAccount,
    record: refundRecord,
    messages,
    limits,
    resends: createRefundResendService({ ...moving, sellers }),
    // Stripe refuses to return the fee of a payment that had none.
    refundsFee: ({ feeAmount }) => feeAmount > 0 && feeSettings().is_refunded,
    domainEvents,
    logger,
  })
  const refundRequests = createRefundRequestService({ db, messages, limits, domainEvents, logger })
  const disputeRecord = createDisputeRecordService({
    ...moving,
    settlement,
    operatorAlerts: options.operatorAlerts,
  })
  const disputes = createDisputeService({ ...moving, sellers, record: disputeRecord })
  const lists = createPaymentListService({ db, profiles, ourAccount })
  const stripeEvents = createStripeEventService({
    db,
    ourAccount,
    settlement,
    attempts,
    refunds: refundRecord,
    disputes,
    customers,
    sellers,
    payouts,
    logger,
    noteFailure,
    onMoved,
  })

  const missedEvents = createMissedEventService({
    db,
    stripe,
    ourAccount,
    events: stripeEvents,
    logger,
    noteFailure,
  })
  const ledgerCheck = createLedgerCheckService({ db, stripe, ourAccount, ledger, logger })

  return {
    services: {
      payments: cancellations,
      paymentPauses: pauses,
      paymentRefunds: refunds.ofOperators,
      refundRequests: refundRequests.ofOperators,
      disputes: createDisputeQueueService({ db, disputes }),
      paymentLookup: createPaymentLookupService({
        db,
        stripe,
        ourAccount,
        settlement,
        attempts,
        record: refundRecord,
        logger,
      }),
      paymentBlocks: blocks.ofOperators,
      books: createBooksService({ db, ourAccount, check: ledgerCheck, logger }),
      unknownPayments: createUnknownPaymentService({ db, stripe, livemode, ourAccount, settlement, messages, logger }),
      /** What sellers get, and have got. */
      payouts,
      receipts: receipts.ofOperators,
    },
    procedures: {
      ...cardProcedures({
        cards,
        configuration: () => ({ ...configuration, fee: feeSettings() }),
        countSetup: limits.cardSetup,
        count: limits.provider,
      }),
      ...sellerProcedures({ sellers, countOnboarding: limits.onboarding, count: limits.provider }),
      ...paymentListProcedures({ lists, count: limits.list }),
      ...paymentRequestProcedures({ requests, refunds, refundRequests }),
    },
    /** For the OpenAPI document. */
    paths: { ...functionPaths(functionsPrefix), ...RECEIPT_PATHS, ...EARNINGS_PATHS },

    /** Makes a customer of whoever signed up, in the background. Never throws: without one, it is made when it is needed. */
    onSignedUp: async (userId: string): Promise<void> => {
      if (paymentChoice === 'nobody') return
      await queueCustomer(userId).catch((error: unknown) =>
        logger.warn({ reason: describeError(error) }, 'no customer at sign-up'),
      )
    },

    /** Of some people, those whose account as a seller changed within so long (ms). */
    findChangedFor: (userIds: readonly string[], withinMs: number): Promise<string[]> =>
      findChangedFor(db, userIds, withinMs),

    serve: async (server: HttpServer, identify: Identify): Promise<void> => {
      const onceAccepted = (count: (userId: string) => Promise<void>) => async (userId: string) => {
        await sitePages.requireAccepted(userId)
        await count(userId)
      }
      await serveFunctions(server, {
        functions: createFunctionsService({ customers, sellers, cards, rooms, requests }),
        prefix: functionsPrefix,
        identify,
        count: {
          createStripeCustomer: limits.payment,
          createConnectAccount: onceAccepted(limits.onboarding),
          createPayment: onceAccepted(limits.paymentRequest),
          getDefaultPaymentMethod: limits.payment,
          createSetupIntent: onceAccepted(limits.cardSetup),
        },
        logger,
      })
      serveReceipts(server, { receipts, identify, count: limits.receipt })
      serveEarningsFile(server, { lists, identify, count: limits.list })
      const webhookSecrets = {
        snapshot: keys.webhookSecret,
        connect: keys.connectWebhookSecret,
        thin: keys.thinWebhookSecret,
      }
      await serveWebhooks(server, { stripe, events: stripeEvents, secrets: webhookSecrets, logger, noteFailure })
      if (paymentChoice === 'simulator') await serveSimulator(server, provider.simulatorUrl ?? '', origins)
    },

    /** Checks payments of which nobody tells us, fills the books and mails receipts, now and from time to time. @returns ends it */
    start: (): (() => Promise<void>) => {
      const everyMs = paymentReconcileMs
      const stopBooks =
        paymentChoice === 'nobody'
          ? undefined
          : startLedgerWatch({ db, ledger, check: ledgerCheck, missedEvents, logger, noteFailure, everyMs })
      const stopReconciliation = startPaymentReconciliation({
        db,
        settlement,
        cancellations,
        attempts,
        blocks,
        pauses,
        secrets,
        expiry,
        refunds,
        refundRequests,
        disputes,
        ourAccount,
        sellers,
        receipts,
        events: stripeEvents,
        logger,
        noteFailure,
        everyMs,
      })
      const sendReceipts = (leaving: AbortSignal): Promise<void> =>
        receiptMails.sendDue(leaving).catch((error: unknown) => {
          logger.warn({ reason: describeError(error) }, 'receipts were not mailed')
          noteFailure('mail')
        })
      const stopMails = repeat(sendReceipts, RECEIPT_MAILS_MS)
      return async () => {
        await Promise.all([stopReconciliation(), stopBooks?.(), stopMails()])
        drawing.close()
      }
    },
  }
}
