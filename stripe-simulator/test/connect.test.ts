import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { makeDatabase, makeSeller, recipient, catchStripeError, startTestSimulator } from './test-simulator.ts'
import type { TestSimulator } from './test-simulator.ts'

let database: Awaited<ReturnType<typeof makeDatabase>>
let simulator: TestSimulator

beforeAll(async () => {
  database = await makeDatabase(inject('postgresUrl'))
  simulator = await startTestSimulator(database.url, undefined, { schema: 'another_schema' })
})
afterAll(async () => {
  await simulator.close()
  await database.drop()
})

const INCLUDED = ['configuration.recipient', 'requirements'] as const

async function makeLink(account: string): Promise<string> {
  const link = await simulator.stripe.v2.core.accountLinks.create({
    account,
    use_case: {
      type: 'account_onboarding',
      account_onboarding: {
        refresh_url: 'https://shop.example/refresh',
        return_url: 'https://shop.example/return',
      },
    },
  })
  return link.url
}

async function onboard(account: string, outcome: 'complete' | 'incomplete' | 'reject'): Promise<Response> {
  const url = await makeLink(account)
  const page = await (await fetch(url)).text()
  const session = /name="session"[^>]*value="([^"]+)"|value="([^"]+)"[^>]*name="session"/.exec(page)
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ session: session?.[1] ?? session?.[2] ?? '', outcome }),
    redirect: 'manual',
  })
}

async function readState(account: string) {
  const { stripe } = simulator
  const v2 = await stripe.v2.core.accounts.retrieve(account, { include: [...INCLUDED] })
  const v1 = await stripe.accounts.retrieve(account)
  return {
    transfers: v2.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers?.status,
    due: v2.requirements?.entries?.length,
    v1Transfers: v1.capabilities?.transfers,
    v1Due: v1.requirements?.currently_due?.length,
    submitted: v1.details_submitted,
    payouts: v1.payouts_enabled,
  }
}

describe('onboarding', () => {
  test('starts a new recipient restricted, with all requirements', async () => {
    const account = await simulator.stripe.v2.core.accounts.create(recipient)
    expect(account).toMatchObject({
      object: 'v2.core.account',
      dashboard: 'express',
      display_name: 'A seller',
      identity: null,
      defaults: null,
    })
    expect(await readState(account.id)).toEqual({
      transfers: 'restricted',
      due: 6,
      v1Transfers: 'inactive',
      v1Due: 11,
      submitted: false,
      payouts: false,
    })
  })

  test.each([
    ['complete', { transfers: 'active', due: 0, v1Transfers: 'active', v1Due: 0, submitted: true, payouts: true }],
    [
      'incomplete',
      { transfers: 'restricted', due: 2, v1Transfers: 'inactive', v1Due: 3, submitted: false, payouts: false },
    ],
    ['reject', { transfers: 'rejected', due: 0, v1Transfers: 'inactive', v1Due: 0, submitted: true, payouts: false }],
  ] as const)('ends as %s, and returns to the platform', async (outcome, state) => {
    const { id } = await simulator.stripe.v2.core.accounts.create(recipient)
    const left = await onboard(id, outcome)
    expect([left.status, left.headers.get('location')]).toEqual([303, 'https://shop.example/return'])
    expect(await readState(id)).toEqual(state)
    const events = await simulator.stripe.v2.core.events.list({ object_id: id })
    expect(events.data.map(({ type }) => type as string)).toContain('v2.core.account_link.returned')
  })

  test('a repeated onboarding keeps the state of an active or rejected seller', async () => {
    const active = await makeSeller(simulator)
    await onboard(active, 'incomplete')
    expect(await readState(active)).toMatchObject({ transfers: 'active', due: 0 })
    const { id: rejected } = await simulator.stripe.v2.core.accounts.create(recipient)
    await onboard(rejected, 'reject')
    await onboard(rejected, 'complete')
    expect(await readState(rejected)).toMatchObject({ transfers: 'rejected', due: 0 })
  })

  test('opens a link once; a second or late visit is redirected to the refresh address', async () => {
    const { id } = await simulator.stripe.v2.core.accounts.create(recipient)
    const url = await makeLink(id)
    expect((await fetch(url)).status).toBe(200)
    const again = await fetch(url, { redirect: 'manual' })
    expect(again.headers.get('location')).toBe('https://shop.example/refresh')
    const late = await makeLink(id)
    await simulator.control('/clock/advance', { ms: 10 * 60 * 1000 })
    const tooLate = await fetch(late, { redirect: 'manual' })
    expect(tooLate.headers.get('location')).toBe('https://shop.example/refresh')
  })

  test('uses the public address in hosted links', async () => {
    const behind = await startTestSimulator(database.url, undefined, {
      schema: 'another_schema',
      publicUrl: 'https://shop.example/pay/',
    })
    try {
      const { id } = await behind.stripe.v2.core.accounts.create(recipient)
      const { url } = await behind.stripe.v2.core.accountLinks.create({
        account: id,
        use_case: { type: 'account_onboarding', account_onboarding: { refresh_url: 'https://shop.example/' } },
      })
      expect(url).toMatch(/^https:\/\/shop\.example\/pay\/hosted\/onboarding\/\w+$/)
    } finally {
      await behind.close()
    }
  })
})

test('fields not named in include are null', async () => {
  const { stripe } = simulator
  const { id } = await stripe.v2.core.accounts.create({ ...recipient, include: [] })
  const bare = await stripe.v2.core.accounts.retrieve(id)
  expect(bare).toMatchObject({ configuration: null, requirements: null, identity: null, defaults: null })
  const whole = await stripe.v2.core.accounts.retrieve(id, { include: ['identity', 'defaults'] })
  expect(whole).toMatchObject({
    configuration: null,
    identity: { country: 'NL', entity_type: 'individual' },
    defaults: { responsibilities: { losses_collector: 'application' } },
  })
})

test('an account can be renamed, and its metadata is merged', async () => {
  const { stripe } = simulator
  const { id } = await stripe.v2.core.accounts.create({ ...recipient, metadata: { a: '1', b: '2' } })
  const changed = await stripe.v2.core.accounts.update(id, { display_name: 'Renamed', metadata: { b: '3' } })
  expect(changed).toMatchObject({ display_name: 'Renamed', metadata: { a: '1', b: '3' } })
})

test('a capability takes every state set by the control API', async () => {
  const id = await makeSeller(simulator)
  for (const [status, v1] of [
    ['pending', 'pending'],
    ['rejected', 'inactive'],
    ['unsupported', 'inactive'],
    ['restricted', 'inactive'],
    ['active', 'active'],
  ] as const) {
    await simulator.control(`/accounts/${id}/capability`, { status })
    expect(await readState(id)).toMatchObject({ transfers: status, v1Transfers: v1 })
  }
})

test('the seller’s dashboard shows a destination charge minus the fee', async () => {
  const { stripe } = simulator
  const seller = await makeSeller(simulator)
  await stripe.paymentIntents.create({
    amount: 4242,
    currency: 'eur',
    payment_method: 'pm_card_visa',
    confirm: true,
    application_fee_amount: 242,
    transfer_data: { destination: seller },
  })
  const { url } = await stripe.accounts.createLoginLink(seller)
  const page = await fetch(url)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('40.00')
  expect((await fetch(url)).status).toBe(404)
})

/** A seller with a payment of 10.00, whose account is then closed or disconnected. */
async function endedSeller(end: 'close' | 'disconnect') {
  const { stripe, control } = simulator
  const seller = await makeSeller(simulator)
  const intent = await stripe.paymentIntents.create({
    amount: 1000,
    currency: 'eur',
    payment_method: 'pm_card_visa',
    confirm: true,
    transfer_data: { destination: seller },
  })
  const [transfer] = (await stripe.transfers.list({ destination: seller })).data
  await control(`/accounts/${seller}/${end}`)
  return { seller, intent: intent.id, transfer: transfer?.id ?? '' }
}

test.each(['close', 'disconnect'] as const)('an account receives and sends no money after %s', async (end) => {
  const { stripe } = simulator
  const { seller, intent, transfer } = await endedSeller(end)
  const refusals = await Promise.all([
    catchStripeError(stripe.transfers.create({ amount: 100, currency: 'eur', destination: seller })),
    catchStripeError(stripe.transfers.createReversal(transfer, { amount: 100 })),
    catchStripeError(stripe.refunds.create({ payment_intent: intent, reverse_transfer: true })),
    catchStripeError(stripe.accounts.createLoginLink(seller)),
    catchStripeError(makeLink(seller)),
  ])
  const statuses = end === 'close' ? [400, 400, 400, 400, 400] : [400, 403, 403, 403, 403]
  expect(refusals.map(({ statusCode }) => statusCode)).toEqual(statuses)
  expect((await stripe.refunds.create({ payment_intent: intent })).status).toBe('succeeded')
})

test('a closed account is marked closed, and a disconnected account cannot be read', async () => {
  const { stripe } = simulator
  const closed = await endedSeller('close')
  expect(await stripe.v2.core.accounts.retrieve(closed.seller)).toMatchObject({ closed: true })
  const events = await stripe.v2.core.events.list({ object_id: closed.seller })
  expect(events.data.map(({ type }) => type as string)).toContain('v2.core.account.closed')
  const { seller } = await endedSeller('disconnect')
  const lost = { statusCode: 403, code: 'account_invalid' }
  expect(await catchStripeError(stripe.v2.core.accounts.retrieve(seller))).toMatchObject(lost)
  expect(await catchStripeError(stripe.accounts.retrieve(seller))).toMatchObject(lost)
})

test('a refusal has the code set by the control API', async () => {
  const code = 'account_invalid'
  await simulator.control('/faults', { path_prefix: '/v2/core/accounts', mode: 'refuse', status: 403, code })
  const refused = await catchStripeError(simulator.stripe.v2.core.accounts.create(recipient))
  expect(refused).toMatchObject({ statusCode: 403, code })
})

test('a login link requires an onboarded seller', async () => {
  const { id } = await simulator.stripe.v2.core.accounts.create(recipient)
  expect(await catchStripeError(simulator.stripe.accounts.createLoginLink(id))).toMatchObject({ statusCode: 400 })
})
