import { createHmac } from 'node:crypto'

import type { Stripe } from 'stripe'

import type { PaymentConfiguration } from '@kundig/contract/payments/payments.contract'

import { WEBHOOK_PATHS } from './features/payments/stripe-events/webhook.routes.ts'
import type { ContentSources } from './platform/http/http-server.ts'
import type { Logger } from './platform/logging/logger.ts'
import { SIMULATOR_PATH } from './platform/stripe/simulator-proxy.ts'
import { createStripe } from './platform/stripe/stripe.ts'

const SIMULATOR_SCHEMA = 'stripe_simulator'
/** Address without a listener, which refuses connections immediately. */
const NOWHERE = 'http://127.0.0.1:1'

export interface StripeKeys {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Null without an endpoint for connected accounts: Kundig then reads payouts only once a week. */
  connectWebhookSecret: string | null
  thinWebhookSecret: string
}

export type PaymentChoice = StripeKeys | 'simulator' | 'none'

export interface PaymentProvider {
  stripe: Stripe
  keys: StripeKeys
  /** Payment configuration, without the fee: owners can change the fee at run time. */
  configuration: Omit<PaymentConfiguration, 'fee'>
  contentSources: ContentSources
  simulatorUrl: string | null
  close: () => Promise<void>
}

export interface PaymentProviderOptions {
  choice: PaymentChoice
  databaseUrl: string
  base: string
  loopbackUrl: string
  /** Secret from which the simulator's keys are derived, so that all servers and later starts have the same keys. */
  secret: string
  logger: Logger
}

/**
 * Opens the payment provider. Without keys, Kundig sends no requests to Stripe; with keys it starts no simulator.
 * @throws Error when the simulator cannot be started
 */
export async function openPaymentProvider(options: PaymentProviderOptions): Promise<PaymentProvider> {
  const { choice, secret } = options
  if (choice === 'simulator') return startSimulator(options)
  if (choice === 'none') {
    return createProvider(deriveSimulatorKeys(secret), {
      mode: 'simulator',
      contentSources: OURS,
      simulatorUrl: NOWHERE,
    })
  }
  const mode = /^[sr]k_live_/u.test(choice.secretKey) ? 'live' : 'test'
  return createProvider(choice, { mode, contentSources: STRIPES, simulatorUrl: null })
}

async function startSimulator(options: PaymentProviderOptions): Promise<PaymentProvider> {
  const { databaseUrl, base, loopbackUrl, secret, logger } = options
  const keys = deriveSimulatorKeys(secret)
  // The simulator is loaded only when used: a server with keys runs none of its code.
  const { startStripeSimulator } = await import('stripe-simulator')
  const { url, close } = await startStripeSimulator({
    databaseUrl,
    schema: SIMULATOR_SCHEMA,
    host: '127.0.0.1',
    port: 0,
    publicUrl: `${base}${SIMULATOR_PATH}`,
    secretKey: keys.secretKey,
    publishableKey: keys.publishableKey,
    webhooks: [
      { url: `${loopbackUrl}${WEBHOOK_PATHS.snapshot}`, secret: keys.webhookSecret, payload: 'snapshot' },
      {
        url: `${loopbackUrl}${WEBHOOK_PATHS.connect}`,
        secret: keys.connectWebhookSecret,
        payload: 'snapshot',
        connect: true,
      },
      { url: `${loopbackUrl}${WEBHOOK_PATHS.thin}`, secret: keys.thinWebhookSecret, payload: 'thin' },
    ],
    log: (line, text) => logger['error' in line ? 'warn' : 'debug']({ part: 'stripe-simulator', ...line }, text),
  })
  return createProvider(keys, { mode: 'simulator', contentSources: OURS, simulatorUrl: url, close })
}

/** Hosts of Stripe.js, forms and 3-D Secure pages (https://docs.stripe.com/security/guide#content-security-policy). */
const STRIPES: ContentSources = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
}
/** Extra sources are empty for the simulator, because our own server serves its scripts. */
const OURS: ContentSources = { script: [], frame: [], connect: [] }

function createProvider(
  keys: StripeKeys,
  {
    mode,
    contentSources,
    simulatorUrl,
    close = async () => undefined,
  }: {
    mode: PaymentConfiguration['mode']
    contentSources: ContentSources
    simulatorUrl: string | null
    close?: () => Promise<void>
  },
): PaymentProvider {
  return {
    stripe: createStripe({ secretKey: keys.secretKey, simulatorUrl }),
    keys,
    configuration: {
      mode,
      publishable_key: keys.publishableKey,
      // The simulator's path has no host, so that a page stays on the host name under which it was opened.
      simulator_url: mode === 'simulator' ? SIMULATOR_PATH : null,
    },
    contentSources,
    simulatorUrl,
    close,
  }
}

export function deriveSimulatorKeys(secret: string): StripeKeys & { connectWebhookSecret: string } {
  const made = (purpose: string): string =>
    createHmac('sha256', secret).update(`stripe simulator: ${purpose}`).digest('hex').slice(0, 48)
  return {
    secretKey: `sk_test_${made('secret key')}`,
    publishableKey: `pk_test_${made('publishable key')}`,
    webhookSecret: `whsec_${made('webhook')}`,
    connectWebhookSecret: `whsec_${made('connect webhook')}`,
    thinWebhookSecret: `whsec_${made('thin webhook')}`,
  }
}
