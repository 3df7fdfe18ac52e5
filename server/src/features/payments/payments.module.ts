import type { DomainEvents } from '../../domain-events.ts'
import type { RecordFailure } from '../../failure-metrics.ts'
import type { PaymentChoice, PaymentProvider } from '../../payment-provider.ts'
import type { Database } from '../../platform/database/database.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import type { Origins } from '../../platform/http/origins.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { LiveServer } from '../../platform/live/live-server.ts'
import { describeError, type Logger } from '../../platform/logging/logger.ts'
import type { SiteSettingsStore } from '../../platform/settings/site-settings.ts'
import { serveSimulator } from '../../platform/stripe/simulator-proxy.ts'
import type { TermsGate } from '../../terms-gate.ts'
import type { Identify } from '../../viewer.ts'
import type { PaymentMessageService } from '../chat/messages/payment-message.service.ts'
import type { RoomService } from '../chat/rooms/room.service.ts'
import type { ProfileService } from '../profiles/profile.service.ts'
import type { ContactService } from '../safety/blocks/contact.service.ts'
import type { AccountRestrictions } from '../safety/statements/restriction.service.ts'
import { IntentReplacementService } from './attempts/intent-replacement.service.ts'
import { IssuedClientSecrets } from './attempts/issued-client-secrets.ts'
import { PaymentAttemptService } from './attempts/payment-attempt.service.ts'
import { PaymentBlockService } from './attempts/payment-block.service.ts'
import { PaymentHoldService } from './attempts/payment-hold.service.ts'
import { createCardProcedures } from './cards/card.routes.ts'
import { CardService } from './cards/card.service.ts'
import { createCustomerQueue } from './customers/customer-queue.ts'
import { CustomerService } from './customers/customer.service.ts'
import type { OurAccountService } from './our-account.service.ts'
import { startPaymentReconciliation } from './payment-reconciliation.ts'
import { createPaymentLimits } from './payments.limits.ts'
import type { Accounts, Followers } from './ports.ts'
import { buildFunctionPaths, serveFunctions } from './programs/functions.routes.ts'
import { FunctionsService } from './programs/functions.service.ts'
import { PayableIntentService } from './requests/payable-intent.service.ts'
import { PaymentCancellationService } from './requests/payment-cancellation.service.ts'
import { PaymentEndingService } from './requests/payment-ending.service.ts'
import { PaymentExpiryService } from './requests/payment-expiry.service.ts'
import { PaymentGate } from './requests/payment-gate.service.ts'
import { createPaymentRequestProcedures } from './requests/payment-request.routes.ts'
import { PaymentRequestService } from './requests/payment-request.service.ts'
import { createSellerEvents } from './selling/seller.events.ts'
import { createSellerProcedures } from './selling/seller.routes.ts'
import { SellerService } from './selling/seller.service.ts'
import { SettlementService } from './settlement/settlement.service.ts'
import { MissedEventService } from './stripe-events/missed-event.service.ts'
import { StripeEventService } from './stripe-events/stripe-event.service.ts'
import { serveWebhooks } from './stripe-events/webhook.routes.ts'
import { findUsersWithStripeChanges } from './stripe-profile.repository.ts'

export interface PaymentsModuleOptions {
  sitePages: TermsGate
  db: Database
  jobs: Jobs
  live: LiveServer
  limits: Limits
  origins: Origins
  logger: Logger
  paymentChoice: PaymentChoice
  provider: PaymentProvider
  ourAccount: OurAccountService
  accounts: Pick<Accounts, 'findEmail'>
  /** Functions of later features, called only after this module is created. */
  followers: Followers
  profiles: ProfileService
  rooms: RoomService
  messages: PaymentMessageService
  contact: ContactService
  restrictions: AccountRestrictions
  domainEvents: DomainEvents
  recordFailure: RecordFailure
  functionsPrefix: string
  paymentReconcileMs?: number | undefined
  siteSettings: Pick<SiteSettingsStore, 'read'>
}

export async function createPaymentsModule(options: PaymentsModuleOptions) {
  const { db, jobs, live, origins, logger, paymentChoice, provider, functionsPrefix, recordFailure, sitePages } =
    options
  const { accounts, rooms, contact, followers } = options
  const { stripe, configuration, keys } = provider
  const feeSettings = () => options.siteSettings.read().fee
  const limits = createPaymentLimits(options.limits)
  const given = { ...options, stripe, limits, feeSettings, onMoved: followers.onMoved }
  const customers = new CustomerService({ ...given, findEmail: accounts.findEmail })
  const queueCustomer = await createCustomerQueue({ jobs, customers })
  const sellers = new SellerService({
    ...given,
    payouts: followers.payouts,
    events: createSellerEvents(live),
    base: origins.base,
  })
  const settlement = new SettlementService({ ...given, sellers, receipts: followers.receipts })
  const replacement = new IntentReplacementService({ ...given, settlement })
  const payable = new PayableIntentService({ ...given, customers, replacement })
  const secrets = new IssuedClientSecrets({ ...given, customers, replacement })
  const blocks = new PaymentBlockService({ ...given, secrets })
  const holds = new PaymentHoldService({ ...given, secrets })
  const attempts = new PaymentAttemptService({
    ...given,
    customers,
    blockIfDue: (...declined) => blocks.blockIfDue(...declined),
  })
  const cards = new CardService({ ...given, customers, blocks, holds })
  const cancellations = new PaymentCancellationService({ ...given, settlement, secrets })
  const expiry = new PaymentExpiryService({ ...given, settlement })
  const endings = new PaymentEndingService({ ...given, settlement })
  const gate = new PaymentGate({ db, blocks, holds, contact, limits })
  const requests = new PaymentRequestService({
    ...given,
    customers,
    payable,
    sellers,
    settlement,
    endings,
    expiry,
    blocks,
    gate,
  })
  const events = new StripeEventService({ ...given, settlement, attempts, customers, sellers })
  const missedEvents = new MissedEventService({ ...given, events })

  return {
    services: {
      payments: cancellations,
      paymentPauses: holds,
      paymentBlocks: blocks.ofOperators,
    },
    lower: { settlement, attempts, sellers, missedEvents, limits },
    procedures: {
      ...createCardProcedures({
        cards,
        configuration: () => ({ ...configuration, fee: feeSettings() }),
        countSetup: limits.cardSetup,
        count: limits.provider,
      }),
      ...createSellerProcedures({ sellers, countOnboarding: limits.onboarding, count: limits.provider }),
      ...createPaymentRequestProcedures({ requests, endings }),
    },
    paths: buildFunctionPaths(functionsPrefix),

    /** Never throws: a missing customer is created when needed. */
    onSignedUp: async (userId: string): Promise<void> => {
      if (paymentChoice === 'none') return
      await queueCustomer(userId).catch((error: unknown) =>
        logger.warn({ reason: describeError(error) }, 'creating a Stripe customer at sign-up failed'),
      )
    },

    findChangedFor: (userIds: readonly string[], withinMs: number): Promise<string[]> =>
      findUsersWithStripeChanges(db, userIds, withinMs),

    serve: async (server: HttpServer, identify: Identify): Promise<void> => {
      const onceAccepted = (count: (userId: string) => Promise<void>) => async (userId: string) => {
        await sitePages.requireAccepted(userId)
        await count(userId)
      }
      await serveFunctions(server, {
        functions: new FunctionsService({ customers, sellers, cards, rooms, requests }),
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
      const webhookSecrets = {
        snapshot: keys.webhookSecret,
        connect: keys.connectWebhookSecret,
        thin: keys.thinWebhookSecret,
      }
      await serveWebhooks(server, { stripe, events, secrets: webhookSecrets, logger, recordFailure })
      if (paymentChoice === 'simulator') await serveSimulator(server, provider.simulatorUrl ?? '', origins)
    },

    start: (): (() => Promise<void>) =>
      startPaymentReconciliation({
        ...given,
        settlement,
        cancellations,
        attempts,
        blocks,
        holds,
        secrets,
        expiry,
        sellers,
        events,
        everyMs: options.paymentReconcileMs,
      }),
  }
}

export type PaymentsModule = Awaited<ReturnType<typeof createPaymentsModule>>
