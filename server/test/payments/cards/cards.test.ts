import { beforeAll, describe, expect, it } from 'vitest'

import { CARDS } from '@kundig/testing/payments/cards'
import { toIntentId } from '@kundig/testing/payments/client-secret'
import { createPaymentClient, type PaymentClient } from '@kundig/testing/payments/payment-client'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp({ payments: 'simulator' })
let payments: PaymentClient
beforeAll(async () => {
  payments = createPaymentClient(app)
})

const PATH = '/api/payments/cards'

const startSetup = (person: Person): Promise<{ clientSecret: string }> =>
  app.must<{ clientSecret: string }>(person, 'POST', `${PATH}/setup`)

const add = (person: Person, id: string) => app.api(person, 'POST', PATH, { setup_intent_id: id })

describe('saved cards', () => {
  it('are an empty list at first, even without a Stripe customer', async () => {
    expect(await payments.cards(await app.signUp())).toEqual([])
  })

  it('show their brand and last digits, and the card saved last is the default', async () => {
    const person = await app.signUp()
    const [first] = await payments.saveCard(person, CARDS.visa)
    expect(first).toMatchObject({ brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034, is_default: true })
    expect(Object.keys(first ?? {}).toSorted()).toEqual(['brand', 'exp_month', 'exp_year', 'id', 'is_default', 'last4'])
    expect(first?.id).toMatch(/^pm_/u)
    const both = await payments.saveCard(person, CARDS.otherVisa)
    expect(both.map(({ last4, is_default }) => [last4, is_default])).toEqual([
      ['0446', true],
      ['4242', false],
    ])
  })

  it.each([
    ['missing', `data - 'card' || jsonb_build_object('card', '{"brand": "link"}'::jsonb)`],
    ['null', `data || '{"card": {"brand": "link", "last4": null, "exp_month": null, "exp_year": null}}'`],
  ])('are listed even if Stripe has no digits and expiry for a card (%s)', async (_how, data) => {
    const person = await app.signUp()
    const [odd] = await payments.saveCard(person, CARDS.otherVisa)
    await payments.saveCard(person, CARDS.visa)
    await app.sql(
      `UPDATE stripe_simulator.objects SET data = (${data.replace('data', 'data::jsonb')})::json WHERE id = $1`,
      [odd?.id],
    )
    const cards = await payments.cards(person)
    expect(cards.map(({ last4 }) => last4)).toEqual(['4242', null])
    expect(cards[1]).toEqual({
      id: odd?.id,
      brand: 'link',
      last4: null,
      exp_month: null,
      exp_year: null,
      is_default: false,
    })
    await app.must(person, 'PUT', `${PATH}/${odd?.id}/default`)
    expect((await payments.cards(person))[0]).toMatchObject({ id: odd?.id, is_default: true })
  })

  it('show the default card first after it changes', async () => {
    const person = await app.signUp()
    const [visa] = await payments.saveCard(person, CARDS.visa)
    await payments.saveCard(person, CARDS.otherVisa)
    await app.must(person, 'PUT', `${PATH}/${visa?.id}/default`)
    await app.must(person, 'PUT', `${PATH}/${visa?.id}/default`)
    const cards = await payments.cards(person)
    expect(cards.map(({ last4, is_default }) => [last4, is_default])).toEqual([
      ['4242', true],
      ['0446', false],
    ])
  })

  it('make the newest remaining card the default when the default card is removed', async () => {
    const person = await app.signUp()
    await payments.saveCard(person, CARDS.visa)
    await payments.saveCard(person, CARDS.declinedOncePaidWith)
    const [newest] = await payments.saveCard(person, CARDS.otherVisa)
    await app.must(person, 'DELETE', `${PATH}/${newest?.id}`)
    const left = await payments.cards(person)
    expect(left.map(({ last4, is_default }) => [last4, is_default])).toEqual([
      ['0341', true],
      ['4242', false],
    ])
    for (const { id } of left) await app.must(person, 'DELETE', `${PATH}/${id}`)
    expect(await payments.cards(person)).toEqual([])
  })

  it('accept two concurrent removals of one card without a false error', async () => {
    const person = await app.signUp()
    const [card] = await payments.saveCard(person)
    const answers = await Promise.all([1, 2].map(() => app.api(person, 'DELETE', `${PATH}/${card?.id}`)))
    for (const { status } of answers) expect([200, 404]).toContain(status)
    expect(await payments.cards(person)).toEqual([])
  })
})

describe('saving a card', () => {
  it('succeeds only when Stripe confirms the setup', async () => {
    const person = await app.signUp()
    const { clientSecret } = await startSetup(person)
    const id = toIntentId(clientSecret)
    expect((await add(person, id)).body).toMatchObject({ status: 409, code: 'CARD_SETUP_FAILED' })
    const refused = await payments.confirmSetup(clientSecret, await payments.newCard(CARDS.declined))
    expect(refused.error?.code).toBe('card_declined')
    expect((await add(person, id)).body).toMatchObject({ status: 409, code: 'CARD_SETUP_FAILED' })
    expect(await payments.cards(person)).toEqual([])
  })

  it('saves one card when the setup is finished twice', async () => {
    const person = await app.signUp()
    const { clientSecret } = await startSetup(person)
    const { id } = await payments.confirmSetup(clientSecret, await payments.newCard(CARDS.visa))
    expect((await add(person, id)).status).toBe(200)
    expect((await add(person, id)).status).toBe(200)
    expect(await payments.cards(person)).toHaveLength(1)
  })

  it.each(['seti_doesnotexist', 'pi_doesnotexist'])('refuses the unknown setup %s', async (id) => {
    const person = await app.signUp()
    await startSetup(person)
    expect((await add(person, id)).body).toMatchObject({ status: 404, code: 'CARD_NOT_FOUND' })
  })

  it.each(['', '../../v1/customers', 'seti_1/confirm', 'seti_1?x=y', 'x'.repeat(300)])(
    'refuses %j, which is not a Stripe id',
    async (id) => {
      expect((await add(await app.signUp(), id)).body).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
    },
  )

  it('refuses the finished setup of another customer', async () => {
    const [owner, thief] = [await app.signUp(), await app.signUp()]
    const { clientSecret } = await startSetup(owner)
    await startSetup(thief)
    const { id } = await payments.confirmSetup(clientSecret, await payments.newCard(CARDS.visa))
    expect((await add(thief, id)).body).toMatchObject({ status: 404, code: 'CARD_NOT_FOUND' })
    expect(await payments.cards(thief)).toEqual([])
  })
})

describe('the saved card of another person', () => {
  it('can be neither seen, chosen nor removed', async () => {
    const [owner, thief] = [await app.signUp(), await app.signUp()]
    const [card] = await payments.saveCard(owner)
    await payments.saveCard(thief, CARDS.otherVisa)
    for (const [method, path] of [
      ['PUT', `${PATH}/${card?.id}/default`],
      ['DELETE', `${PATH}/${card?.id}`],
    ] as const) {
      expect((await app.api(thief, method, path)).body).toMatchObject({ status: 404, code: 'CARD_NOT_FOUND' })
      expect((await app.api(null, method, path)).body).toMatchObject({ status: 401, code: 'NO_SESSION' })
    }
    expect((await payments.cards(thief)).map(({ last4 }) => last4)).toEqual(['0446'])
    expect((await payments.cards(owner)).map(({ last4 }) => last4)).toEqual(['4242'])
  })

  it('requires a login', async () => {
    for (const [method, path] of [
      ['GET', PATH],
      ['POST', `${PATH}/setup`],
      ['POST', PATH],
    ] as const) {
      const body = method === 'POST' && path === PATH ? { setup_intent_id: 'seti_1' } : undefined
      expect((await app.api(null, method, path, body)).body).toMatchObject({ status: 401, code: 'NO_SESSION' })
    }
  })
})

it('stores no card and no client secret in our own tables', async () => {
  const person = await app.signUp()
  await payments.saveCard(person)
  const columns = await app.sql<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND (data_type IN ('text', 'jsonb', 'json') OR data_type = 'ARRAY')`,
  )
  expect(columns.length).toBeGreaterThan(10)
  for (const { name } of columns) {
    const [table, column] = name.split('.')
    const found = await app.sql(
      `SELECT 1 FROM "${table}" WHERE "${column}"::text LIKE '%4242424242424242%' OR "${column}"::text LIKE '%!_secret!_%' ESCAPE '!'`,
    )
    expect(found, name).toEqual([])
  }
})
