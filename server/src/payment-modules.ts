import { createBooksBacklogs } from './features/books/backlog.service.ts'
import { type BooksModule, type BooksModuleOptions, createBooksModule } from './features/books/books.module.ts'
import { createPaymentBacklogs } from './features/payments/backlog.service.ts'
import { createPaymentsModule, type PaymentsModuleOptions } from './features/payments/payments.module.ts'
import { quotedReasons } from './features/payments/ports.ts'
import { createRefundBacklogs } from './features/refunds/backlog.service.ts'
import { quotedRefundReasons } from './features/refunds/ports.ts'
import {
  createRefundsModule,
  type RefundsModule,
  type RefundsModuleOptions,
} from './features/refunds/refunds.module.ts'
import type { HttpServer } from './platform/http/http-server.ts'
import type { Identify } from './viewer.ts'

type Made = 'followers' | 'lower' | 'onMoved' | 'receipts' | 'record' | 'stripe'

export type PaymentModulesOptions = Omit<BooksModuleOptions & PaymentsModuleOptions & RefundsModuleOptions, Made>

export const quotedPaymentReasons = { ...quotedReasons, ...quotedRefundReasons }

export const createPaymentModuleBacklogs = (given: Parameters<typeof createBooksBacklogs>[0]) => ({
  ...createPaymentBacklogs(given),
  ...createRefundBacklogs(given),
  ...createBooksBacklogs(given),
})

/** Creates the payment modules. Lower modules call higher modules through ports, in their own transactions. */
export async function createPaymentModules(options: PaymentModulesOptions) {
  const { stripe } = options.provider
  const onMoved = (): void => books.onMoved()
  const payments = await createPaymentsModule({
    ...options,
    followers: {
      receipts: { prepare: (intent) => books.receipts.prepare(intent) },
      payouts: {
        findLastFailed: (accountId) => books.services.payouts.findLastFailed(accountId),
        updateLatestFromStripe: (accountId) => books.services.payouts.updateLatestFromStripe(accountId),
        updateFromStripe: (accountId, payoutId) => books.services.payouts.updateFromStripe(accountId, payoutId),
      },
      onRefundEvent: (objectId) => refunds.onRefundEvent(objectId),
      onDisputeEvent: (objectId) => refunds.onDisputeEvent(objectId),
      onMoved,
      advanceDue: async (leaving) => {
        await refunds.advanceDue(leaving)
        await books.receipts.issuePending(leaving)
      },
    },
  })
  const { lower } = payments
  const refunds: RefundsModule = createRefundsModule({
    ...options,
    stripe,
    lower,
    receipts: { issueOfRefunds: (tx, request) => books.receipts.issueOfRefunds(tx, request) },
    onMoved,
  })
  const books: BooksModule = createBooksModule({ ...options, stripe, lower, record: refunds.record })

  return {
    ...payments,
    services: { ...payments.services, ...refunds.services, ...books.services },
    procedures: { ...payments.procedures, ...refunds.procedures, ...books.procedures },
    ownData: books.ownData,
    backlogs: createPaymentModuleBacklogs(options),
    paths: { ...payments.paths, ...books.paths },
    serve: async (server: HttpServer, identify: Identify): Promise<void> => {
      books.serve(server, identify)
      await payments.serve(server, identify)
    },
    /** @returns stops the background work of payments, refunds and books */
    start: (): (() => Promise<void>) => {
      const stops = [books.start(), payments.start()]
      return async () => {
        await Promise.all(stops.map((stop) => stop()))
      }
    },
  }
}
