import { createHmac } from 'node:crypto'

import type { Stripe } from 'stripe'

import type { PaymentConfiguration } from '@kundig/contract/payments/payments.contract'

import { WEBHOOK_PATHS } from './features/payments/stripe-events/webhook.routes.ts'
import type { ContentSources } from './platform/http/http-server.ts'
import type { Logger } from './platform/logging/logger.ts'
import { SIMULATOR_PATH } from './platform/stripe/simulator-proxy.ts'
import { createStripe } from './platform/stripe/stripe.ts'

/** The schema of the database in which the simulator keeps its state. */
const SIMULATOR_SCHEMA = 'stripe_simulator'
/** A port on which nothing listens: whoever asks there is refused at once. */
const NOWHERE = 'http://127.0.0.1:1'

/** What Stripe gave us to be known by. */
export interface StripeKeys {
  secretKey: string
  publishableKey: string
  /** Sign what is sent to the `WEBHOOK_PATHS`. */
  webhookSecret: string
  /** Null where no endpoint for connected accounts is set up: payouts are then found once a week. */
  connectWebhookSecret: string | null
  thinWebhookSecret: string
}

/** Who takes payments: Stripe, a simulator, or nobody, as in tests and benchmarks that are about something else. */
export type PaymentChoice = StripeKeys | 'simulator' | 'nobody'

export interface PaymentProvider {
  stripe: Stripe
  keys: StripeKeys
  /** What the browser is told. */
  /** Without the fee, which is set while the server runs. */
  configuration: Omit<PaymentConfiguration, 'fee'>
  /** Whose scripts and frames our pages may show. */
  contentSources: ContentSources
  /** Where the simulator listens; null without. */
  simulatorUrl: string | null
  close: () => Promise<void>
}

export interface PaymentProviderOptions {
  choice: PaymentChoice
  databaseUrl: string
  /** Where people reach us. */
  base: string
  /** Where this process reaches itself. */
  backChannel: string
  /** Of ours alone: the simulator's keys are made of it, so that many servers and later starts have the same ones. */
  secret: string
  logger: Logger
}

/**
 * Opens what takes payments. Without keys not one request goes to Stripe's hosts; with keys there is no simulator.
 * @throws Error when the simulator cannot be started
 */
export async function openPaymentProvider(options: PaymentProviderOptions): Promise<PaymentProvider> {
  const { choice, secret } = options
  if (choice === 'simulator') return simulator(options)
  if (choice === 'nobody') {
    return provider(madeUpKeys(secret), { mode: 'simulator', contentSources: OURS, simulatorUrl: NOWHERE })
  }
  const mode = /^[sr]k_live_/u.test(choice.secretKey) ? 'live' : 'test'
  return provider(choice, { mode, contentSources: STRIPES, simulatorUrl: null })
}

async function simulator(options: PaymentProviderOptions): Promise<PaymentProvider> {
  const { databaseUrl, base, backChannel, secret, logger } = options
  const keys = madeUpKeys(secret)
  // Loaded only where it is used: a server with keys runs none of its code.
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
      { url: `${backChannel}${WEBHOOK_PATHS.snapshot}`, secret: keys.webhookSecret, payload: 'snapshot' },
      {
        url: `${backChannel}${WEBHOOK_PATHS.connect}`,
        secret: keys.connectWebhookSecret,
        payload: 'snapshot',
        connect: true,
      },
      { url: `${backChannel}${WEBHOOK_PATHS.thin}`, secret: keys.thinWebhookSecret, payload: 'thin' },
    ],
    log: (line, text) => logger['error' in line ? 'warn' : 'debug']({ part: 'stripe-simulator', ...line }, text),
  })
  return provider(keys, { mode: 'simulator', contentSources: OURS, simulatorUrl: url, close })
}

/** Stripe.js, its forms and its 3-D Secure pages (https://docs.stripe.com/security/guide#content-security-policy). */
const STRIPES: ContentSources = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
}
/** The simulator's are served by us. */
const OURS: ContentSources = { script: [], frame: [], connect: [] }

function provider(
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
      // Without a host: whichever of our addresses a page was opened under, it stays with that one.
      simulator_url: mode === 'simulator' ? SIMULATOR_PATH : null,
    },
    contentSources,
    simulatorUrl,
    close,
  }
}

/** The keys that a simulator is reached with. */
export function madeUpKeys(secret: string): StripeKeys & { connectWebhookSecret: string } {
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
