import { z } from 'zod'

import type { StripeKeys } from '../payment-provider.ts'

/** Makes a schema for a key. Its error never quotes the value, which may be a misplaced secret. */
function createKeySchema(pattern: RegExp, what: string) {
  return z
    .string()
    .regex(pattern, { error: `must be ${what}` })
    .optional()
}

export const STRIPE_SETTINGS = {
  STRIPE_SECRET_KEY: createKeySchema(
    /^[sr]k_(?:test|live)_\w+$/u,
    'a secret or restricted key, such as sk_test_…',
  ).describe('Stripe: the secret key; required in production, a simulator stands in when unset'),
  STRIPE_PUBLISHABLE_KEY: createKeySchema(/^pk_(?:test|live)_\w+$/u, 'a publishable key, such as pk_test_…').describe(
    'Stripe: the publishable key, of the same mode as the secret one',
  ),
  STRIPE_WEBHOOK_SECRET: createKeySchema(/^whsec_\S+$/u, 'a signing secret, such as whsec_…').describe(
    'Stripe: signing secret of the endpoint {PUBLIC_URL}/stripe/webhook, for snapshot events',
  ),
  STRIPE_THIN_WEBHOOK_SECRET: createKeySchema(/^whsec_\S+$/u, 'a signing secret, such as whsec_…').describe(
    'Stripe: signing secret of the endpoint {PUBLIC_URL}/stripe/webhook/thin, for thin events of connected accounts',
  ),
  STRIPE_CONNECT_WEBHOOK_SECRET: createKeySchema(/^whsec_\S+$/u, 'a signing secret, such as whsec_…').describe(
    "Stripe: signing secret of the endpoint {PUBLIC_URL}/stripe/webhook/connect, for connected accounts' payout.*; without it payouts are looked for once a week",
  ),
  STRIPE_TEST_MODE: z
    .enum(['0', '1'])
    .transform((value) => value === '1')
    .default(false)
    .describe("1: test keys of Stripe are meant in production, where anybody can then pay with Stripe's test cards"),
}

/** Settings that Stripe requires together. The v2 API reports stopped payouts by thin events, with their own secret. */
const STRIPE_REQUIRED = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_THIN_WEBHOOK_SECRET',
] as const

export function readStripeKeys(
  env: Partial<Record<(typeof STRIPE_REQUIRED)[number] | 'STRIPE_CONNECT_WEBHOOK_SECRET', string | undefined>>,
): StripeKeys | null {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_THIN_WEBHOOK_SECRET } = env
  if (
    STRIPE_SECRET_KEY === undefined ||
    STRIPE_PUBLISHABLE_KEY === undefined ||
    STRIPE_WEBHOOK_SECRET === undefined ||
    STRIPE_THIN_WEBHOOK_SECRET === undefined
  ) {
    return null
  }
  return {
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    connectWebhookSecret: env.STRIPE_CONNECT_WEBHOOK_SECRET ?? null,
    thinWebhookSecret: STRIPE_THIN_WEBHOOK_SECRET,
  }
}

export function findStripeProblems(set: Record<string, string | undefined>, isProduction: boolean): string[] {
  const given = STRIPE_REQUIRED.filter((name) => set[name] !== undefined)
  const missing = STRIPE_REQUIRED.filter((name) => set[name] === undefined)
  const because = given.length > 0 ? `with ${given.join(', ')}` : 'in production'
  const problems = given.length > 0 || isProduction ? missing.map((name) => `${name}: required ${because}`) : []
  const keys = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'] as const
  const live = keys.filter((name) => /^\w+_live_/u.test(set[name] ?? ''))
  const test = keys.filter((name) => /^\w+_test_/u.test(set[name] ?? ''))
  if (live.length === 1 && missing.length === 0) {
    problems.push('STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY: one is of test mode and the other is live')
  }
  if (live.length > 0 && !isProduction) {
    problems.push(`${live.join(', ')}: live keys move real money, so they are for production only`)
  }
  if (live.length > 0 && set['STRIPE_TEST_MODE'] === '1') {
    problems.push('STRIPE_TEST_MODE: these keys are live; leave it out')
  }
  if (test.length > 0 && isProduction && set['STRIPE_TEST_MODE'] !== '1') {
    problems.push(`${test.join(', ')}: test keys take no money; where that is meant, set STRIPE_TEST_MODE=1`)
  }
  return problems
}
