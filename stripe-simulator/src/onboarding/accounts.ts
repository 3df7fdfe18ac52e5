import type { Stripe } from 'stripe'
import { z } from 'zod'

import { createInvalidRequestError } from '../core/api-error.ts'
import { withAccount, defineEndpoint } from '../core/call.ts'
import type { Call } from '../core/call.ts'
import { createListSchema, mergeMetadata, text } from '../core/parameters.ts'
import { toIso } from '../events/events.ts'
import { requireConnected, requireOpenAccount } from '../store/connected-accounts.ts'
import type { Stored } from '../store/object-kinds.ts'
import { getObject, insertObject, lockObject, createId, saveObject } from '../store/object-store.ts'
import { LINK_S, makeLink } from './links.ts'
import { toPlatformAccount } from './platform-account.ts'
import { createCapability, listRemainingRequirements, toRequirements } from './requirements.ts'
import { toV1Account } from './v1-account.ts'

const include = createListSchema(
  z.enum([
    'configuration.customer',
    'configuration.merchant',
    'configuration.recipient',
    'defaults',
    'future_requirements',
    'identity',
    'requirements',
  ]),
).default([])

const pairs = z
  .record(
    z.string().max(40),
    z.preprocess((value) => value ?? '', z.string().max(500)),
  )
  .optional()
const identity = z
  .strictObject({
    country: text.length(2).optional(),
    entity_type: z.enum(['company', 'government_entity', 'individual', 'non_profit']).optional(),
  })
  .optional()

const creation = z.strictObject({
  configuration: z
    .strictObject({
      recipient: z
        .strictObject({
          capabilities: z
            .strictObject({
              stripe_balance: z
                .strictObject({ stripe_transfers: z.strictObject({ requested: z.boolean() }).optional() })
                .optional(),
            })
            .optional(),
        })
        .optional(),
    })
    .optional(),
  contact_email: text.optional(),
  contact_phone: text.optional(),
  dashboard: z.enum(['express', 'full', 'none']).optional(),
  defaults: z
    .strictObject({
      currency: text.optional(),
      locales: createListSchema(text).optional(),
      responsibilities: z
        .strictObject({
          fees_collector: z.enum(['application', 'application_custom', 'application_express', 'stripe']),
          losses_collector: z.enum(['application', 'stripe']),
        })
        .optional(),
    })
    .optional(),
  display_name: text.optional(),
  identity,
  include,
  metadata: pairs,
})

const changes = z.strictObject({
  contact_email: text.optional(),
  display_name: text.optional(),
  identity,
  include,
  metadata: pairs,
})

async function createAccount(call: Call, params: z.output<typeof creation>): Promise<object> {
  const { tx } = call
  const { recipient } = params.configuration ?? {}
  const asksTransfers = recipient?.capabilities?.stripe_balance?.stripe_transfers?.requested === true
  const data: Stripe.V2.Core.Account = {
    id: createId('acct', 16),
    object: 'v2.core.account',
    applied_configurations: recipient === undefined ? [] : ['recipient'],
    closed: false,
    configuration:
      recipient === undefined
        ? {}
        : {
            recipient: {
              applied: true,
              capabilities: asksTransfers
                ? {
                    stripe_balance: {
                      payouts: createCapability('restricted'),
                      stripe_transfers: createCapability('restricted'),
                    },
                  }
                : {},
            },
          },
    ...(params.contact_email === undefined ? {} : { contact_email: params.contact_email }),
    ...(params.contact_phone === undefined ? {} : { contact_phone: params.contact_phone }),
    created: toIso(tx.nowMs),
    dashboard: params.dashboard ?? 'none',
    defaults: {
      currency: params.defaults?.currency ?? 'eur',
      locales: params.defaults?.locales ?? [],
      responsibilities: {
        fees_collector: params.defaults?.responsibilities?.fees_collector ?? 'stripe',
        losses_collector: params.defaults?.responsibilities?.losses_collector ?? 'stripe',
        requirements_collector: 'stripe',
      },
    },
    ...(params.display_name === undefined ? {} : { display_name: params.display_name }),
    future_requirements: { entries: [] },
    identity: {
      ...(params.identity?.country === undefined ? {} : { country: params.identity.country.toUpperCase() }),
      ...(params.identity?.entity_type === undefined ? {} : { entity_type: params.identity.entity_type }),
    },
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
    requirements: asksTransfers ? toRequirements(listRemainingRequirements('nothing')) : { entries: [] },
  }
  const account: Stored<'v2.core.account'> = { data, hidden: { detailsSubmitted: false } }
  await insertObject(tx, 'v2.core.account', account, null)
  return presentAccount(account, params.include)
}

async function updateAccount(call: Call, params: z.output<typeof changes>): Promise<object> {
  await requireOpenAccount(call.tx, call.id)
  const account = await lockObject(call.tx, 'v2.core.account', call.id)
  const { data } = account
  if (params.contact_email !== undefined) data.contact_email = params.contact_email
  if (params.display_name !== undefined) data.display_name = params.display_name
  if (params.identity?.country !== undefined) {
    data.identity = { ...data.identity, country: params.identity.country.toUpperCase() }
  }
  if (params.identity?.entity_type !== undefined) {
    data.identity = { ...data.identity, entity_type: params.identity.entity_type }
  }
  data.metadata = mergeMetadata(data.metadata ?? {}, params.metadata)
  await saveObject(call.tx, account)
  return presentAccount(account, params.include)
}

function presentAccount({ data }: Stored<'v2.core.account'>, included: readonly string[]): object {
  const part = (name: string, value: unknown): unknown => (included.includes(name) ? (value ?? null) : null)
  const configuration = {
    customer: null,
    merchant: null,
    recipient: part('configuration.recipient', data.configuration?.recipient),
  }
  return {
    ...data,
    configuration: included.some((name) => name.startsWith('configuration.')) ? configuration : null,
    defaults: part('defaults', data.defaults),
    future_requirements: part('future_requirements', data.future_requirements),
    identity: part('identity', data.identity),
    requirements: part('requirements', data.requirements),
  }
}

const linkParameters = z.strictObject({
  account: text,
  use_case: z.strictObject({
    type: z.literal('account_onboarding'),
    account_onboarding: z.strictObject({
      refresh_url: z.url(),
      return_url: z.url().optional(),
      collection_options: z.record(z.string(), z.string()).optional(),
    }),
  }),
})

async function createLink(
  { tx, settings }: Call,
  { account, use_case }: z.output<typeof linkParameters>,
): Promise<object> {
  await requireOpenAccount(tx, account)
  const { refresh_url, return_url } = use_case.account_onboarding
  const token = await makeLink(tx, { kind: 'onboarding', account_id: account, refresh_url, return_url })
  return {
    object: 'v2.core.account_link',
    account,
    created: toIso(tx.nowMs),
    expires_at: toIso(tx.nowMs + LINK_S * 1000),
    livemode: false,
    url: `${settings.publicUrl}/hosted/onboarding/${token}`,
    use_case: {
      type: 'account_onboarding',
      account_onboarding: { refresh_url, ...(return_url === undefined ? {} : { return_url }) },
    },
  } satisfies Stripe.V2.Core.AccountLink
}

/** https://docs.stripe.com/api/v2/core/accounts, and v1 addresses of the same accounts */
export const accountEndpoints = [
  defineEndpoint('POST /v2/core/accounts', 'secret', creation, createAccount),
  defineEndpoint('GET /v2/core/accounts/:id', 'secret', z.strictObject({ include }), async ({ tx, id }, params) =>
    presentAccount(await requireConnected(tx, id), params.include),
  ),
  defineEndpoint('POST /v2/core/accounts/:id', 'secret', changes, updateAccount),
  defineEndpoint('POST /v2/core/account_links', 'secret', linkParameters, createLink),
  defineEndpoint('GET /v1/account', 'secret', z.strictObject({}), (call) => readOwnAccount(call), {
    forAccounts: true,
  }),
  defineEndpoint('GET /v1/accounts/:id', 'secret', z.strictObject({}), async ({ tx, id }) =>
    id === tx.platform ? toPlatformAccount(tx) : toV1Account(await requireConnected(tx, id)),
  ),
  defineEndpoint('POST /v1/accounts/:id/login_links', 'secret', z.strictObject({}), async ({ tx, id, settings }) => {
    const account = await requireOpenAccount(tx, id)
    requireDashboardAccess(account)
    const token = await makeLink(tx, { kind: 'dashboard', account_id: id })
    return {
      object: 'login_link',
      created: tx.nowS,
      url: `${settings.publicUrl}/hosted/dashboard/${token}`,
    } satisfies Stripe.LoginLink
  }),
]

async function readOwnAccount(call: Call): Promise<Stripe.Account> {
  const { account } = call.tx
  if (account === null) return toPlatformAccount(call.tx)
  return toV1Account(await getObject(withAccount(call, null).tx, 'v2.core.account', account))
}

function requireDashboardAccess({ data, hidden }: Stored<'v2.core.account'>): void {
  if (data.dashboard !== 'express') {
    throw createInvalidRequestError(
      'Cannot create a login link for an account that does not have access to the Express Dashboard.',
    )
  }
  if (!hidden.detailsSubmitted) {
    throw createInvalidRequestError('Cannot create a login link for an account that has not completed onboarding.')
  }
}
