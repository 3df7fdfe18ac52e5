import { registerControlRoutes } from './control/control-routes.ts'
import type { Fees, Settings, WebhookEndpoint } from './core/call.ts'
import type { Log } from './core/log.ts'
import { startDeliverer } from './events/deliverer.ts'
import { eventEndpoints } from './events/event-endpoints.ts'
import { createHostedActions } from './hosted-state.ts'
import { serveHostedPages } from './hosted/hosted-pages.ts'
import { registerEndpoints } from './http/api-routes.ts'
import { createServer } from './http/server.ts'
import { applicationFeeEndpoints } from './objects/balance/application-fees.ts'
import { balanceEndpoints } from './objects/balance/balance-transactions.ts'
import { payoutEndpoints } from './objects/balance/payouts.ts'
import { transferEndpoints } from './objects/balance/transfers.ts'
import { chargeEndpoints } from './objects/charges/charges.ts'
import { disputeEndpoints } from './objects/charges/disputes.ts'
import { refundEndpoints } from './objects/charges/refunds.ts'
import { customerEndpoints } from './objects/customers/customers.ts'
import { paymentMethodEndpoints } from './objects/customers/payment-methods.ts'
import { paymentIntentEndpoints } from './objects/intents/payment-intents.ts'
import { setupAttemptEndpoints } from './objects/intents/setup-attempts.ts'
import { setupIntentEndpoints } from './objects/intents/setup-intents.ts'
import { accountEndpoints } from './onboarding/accounts.ts'
import { openDatabase } from './store/database.ts'
import { deleteExpiredRows } from './store/upkeep.ts'

/** Approximate fees of a European card (https://stripe.com/nl/pricing). */
const DEFAULT_FEES: Fees = { basisPoints: 150, fixed: 25, dispute: 2000, settleDays: 2 }

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

export interface StripeSimulatorOptions {
  databaseUrl: string
  /** Schema to create; `stripe_simulator` by default. */
  schema?: string
  /** Loopback only; `127.0.0.1` by default. */
  host?: string
  /** 0 for any free port. */
  port: number
  /** Base URL for browsers, possibly with a path; the simulator's own URL by default. */
  publicUrl?: string
  secretKey: string
  publishableKey: string
  webhooks: WebhookEndpoint[]
  /** Stripe's initial fees and delays, which the control API can change; `DEFAULT_FEES` by default. */
  fees?: Partial<Fees>
  /** Logs requests, deliveries and failures; never keys, client secrets or cards. */
  log?: Log
}

export interface StripeSimulator {
  url: string
  /** Finishes running requests, then stops. Pending deliveries wait for the next start. */
  close: () => Promise<void>
}

/** Starts a simulator of Stripe's test mode. @throws Error outside loopback, or without a database */
export async function startStripeSimulator({
  schema = 'stripe_simulator',
  host = '127.0.0.1',
  log = () => undefined,
  ...options
}: StripeSimulatorOptions): Promise<StripeSimulator> {
  if (!LOOPBACK.has(host)) throw new Error(`The simulator listens on this machine only, not on ${host}`)
  const database = await openDatabase(options.databaseUrl, schema)
  const server = createServer(log)
  const settings: Settings = {
    secretKey: options.secretKey,
    publishableKey: options.publishableKey,
    webhooks: options.webhooks,
    fees: { ...DEFAULT_FEES, ...options.fees },
    publicUrl: '',
  }
  const deliverer = startDeliverer(database, options.webhooks, log)
  try {
    await deleteExpiredRows(database)
    registerEndpoints(
      server,
      [
        ...customerEndpoints,
        ...paymentMethodEndpoints,
        ...setupIntentEndpoints,
        ...setupAttemptEndpoints,
        ...paymentIntentEndpoints,
        ...chargeEndpoints,
        ...refundEndpoints,
        ...disputeEndpoints,
        ...transferEndpoints,
        ...applicationFeeEndpoints,
        ...balanceEndpoints,
        ...payoutEndpoints,
        ...accountEndpoints,
        ...eventEndpoints,
      ],
      { database, settings, afterCommit: deliverer.wake, log },
    )
    registerControlRoutes(server, { database, settings, deliverer })
    const actions = createHostedActions(database, settings, deliverer.wake)
    serveHostedPages(server, { actions, base: options.publicUrl ?? '/' })
    const url = await server.listen({ host, port: options.port })
    settings.publicUrl = (options.publicUrl ?? url).replace(/\/+$/, '')
    return {
      url,
      close: async () => {
        await server.close()
        await deliverer.close()
        await database.close()
      },
    }
  } catch (error) {
    await server.close()
    await deliverer.close()
    await database.close()
    throw error
  }
}
