import { beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { Decision } from '@kundig/contract/operations/decisions.contract'
import { CARDS } from '@kundig/testing/payments/cards'
import { toIntentId } from '@kundig/testing/payments/client-secret'
import type { Deal } from '@kundig/testing/payments/payment-environment'
import { usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import { makeOperator } from '@kundig/testing/people/operators'
import { toOutcome } from '@kundig/testing/people/outcome'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp({ payments: 'simulator', paymentReconcileMs: 200, operatorsNeedSecondFactor: false })
const environment = usePaymentEnvironment(app)
let moderator: Person

beforeAll(async () => {
  moderator = await makeOperator(app, 'moderator')
})
beforeEach(() => environment.control('/faults/clear'))

const SOON = { timeout: 20_000 }
const WHO = ['buyer', 'seller'] as const

async function restrict({ id }: Person, measure: 'suspend' | 'ban' = 'suspend'): Promise<() => Promise<void>> {
  const [row] = await app.sql<{ id: string }>(
    `INSERT INTO report_cases (subject_kind, subject_id, about_id, category)
     VALUES ('profile', $1, $1, 'scam') RETURNING id`,
    [id],
  )
  const path = `/api/operations/cases/${row?.id}`
  await app.must(moderator, 'POST', `${path}/decide`, {
    measure,
    ground: 'rules',
    facts: 'Asked people to pay elsewhere.',
    rule: 'Our rules, part 3',
    ...(measure === 'suspend' ? { days: 7 } : {}),
  })
  const { items } = await app.must<{ items: Decision[] }>(moderator, 'GET', `${path}/decisions`)
  return async () => {
    await app.must(moderator, 'POST', `/api/operations/decisions/${items[0]?.id}/undo`, { facts: 'We were wrong.' })
  }
}
const left = ({ id }: Person) => app.sql('SELECT id, due_at FROM payment_pauses WHERE person_id = $1', [id])
const doneWith = (person: Person) => expect.poll(() => left(person), SOON).toEqual([])
async function restored(deal: Deal, who: (typeof WHO)[number], undo: () => Promise<void>): Promise<Deal> {
  await undo()
  return { ...deal, [who]: await app.signIn(deal[who]) }
}

it('refuses payment requests to a suspended buyer', async () => {
  const deal = await environment.ownDeal()
  await restrict(deal.buyer)
  expect(toOutcome(await environment.ask(deal.seller, deal.room.id))).toBe('409 BUYER_NOT_SET_UP')
  expect((await app.page(deal.seller, deal.room.id)).items).toEqual([])
})

describe.each(WHO)('a client secret issued before the suspension of its %s', (who) => {
  it('cannot pay; a new secret can pay after the suspension is undone', async () => {
    const deal = await environment.ownDeal()
    const message = await environment.asked(deal)
    const held = (await environment.secret(deal.buyer, message)).body.clientSecret
    const undo = await restrict(deal[who])
    await doneWith(deal[who])
    expect((await environment.confirm(held)).status).toBe(400)
    expect(await environment.stored(message)).toMatchObject({ status: 'pending', cancelled_as: null })
    expect(await environment.charges(message)).toMatchObject({ count: 0 })
    const refused = who === 'seller' ? '409 PAYMENT_PAUSED' : '401 NO_SESSION'
    expect(toOutcome(await environment.secret(deal.buyer, message))).toBe(refused)
    const again = await restored(deal, who, undo)
    const other = (await environment.secret(again.buyer, message)).body.clientSecret
    expect(toIntentId(other)).not.toBe(toIntentId(held))
    expect((await environment.confirm(other)).intent?.status).toBe('succeeded')
    await environment.claim(again.buyer, message, 'completed')
    expect(await environment.stored(message)).toMatchObject({ status: 'completed' })
    expect(await environment.charges(message)).toMatchObject({ count: 1 })
  })

  it('cannot pay after a second suspension, although the first suspension was undone', async () => {
    const deal = await environment.ownDeal()
    const message = await environment.asked(deal)
    const undo = await restrict(deal[who])
    await doneWith(deal[who])
    const again = await restored(deal, who, undo)
    const held = (await environment.secret(again.buyer, message)).body.clientSecret
    await restrict(again[who])
    await doneWith(again[who])
    expect((await environment.confirm(held)).status).toBe(400)
    expect(await environment.stored(message)).toMatchObject({ status: 'pending' })
  })

  it(
    'never makes an unrecorded charge when it is used concurrently with the suspension, in five rounds',
    { tags: 'slow' },
    async () => {
      for (let round = 0; round < 5; round++) {
        const deal = await environment.ownDeal()
        const message = await environment.asked(deal)
        const held = (await environment.secret(deal.buyer, message)).body.clientSecret
        const [, { status }] = await Promise.all([restrict(deal[who]), environment.confirm(held)])
        await doneWith(deal[who])
        const isPaid = status === 200
        expect(await environment.charges(message)).toMatchObject({ count: isPaid ? 1 : 0 })
        await expect
          .poll(() => environment.stored(message), SOON)
          .toMatchObject({ status: isPaid ? 'completed' : 'pending' })
      }
    },
  )

  it(
    'is refused or cannot pay when it is requested concurrently with the suspension, in five rounds',
    { tags: 'slow' },
    async () => {
      for (let round = 0; round < 5; round++) {
        const deal = await environment.ownDeal()
        const message = await environment.asked(deal)
        const [, ...asked] = await Promise.all([
          restrict(deal[who]),
          ...[1, 2, 3].map(() => environment.secret(deal.buyer, message)),
        ])
        await doneWith(deal[who])
        for (const { status, body } of asked.filter((answer) => answer.status === 200))
          expect([status, (await environment.confirm(body.clientSecret)).status]).toEqual([200, 400])
        expect(await environment.charges(message)).toMatchObject({ count: 0 })
      }
    },
  )

  it('keeps a payment made before the suspension, even when its event arrives later', async () => {
    const deal = await environment.ownDeal()
    const message = await environment.asked(deal)
    await environment.control('/webhooks/pause')
    try {
      await environment.pay(deal, message)
      await restrict(deal[who])
      await expect.poll(() => environment.stored(message), SOON).toMatchObject({ status: 'completed' })
      await doneWith(deal[who])
    } finally {
      await environment.control('/webhooks/resume')
    }
  })

  it('is invalidated later if Stripe is down or the server is killed', async () => {
    const deal = await environment.ownDeal()
    const message = await environment.asked(deal)
    const held = (await environment.secret(deal.buyer, message)).body.clientSecret
    const path_prefix = `/v1/payment_intents/${toIntentId(held)}/cancel`
    await environment.control('/faults', { method: 'POST', path_prefix, mode: 'refuse', times: 3 })
    await restrict(deal[who])
    // The payment hold is inserted with the suspension, even if later steps fail.
    expect(await left(deal[who])).toHaveLength(1)
    await expect
      .poll(async () => {
        await app.sql('UPDATE payment_pauses SET due_at = now() WHERE person_id = $1', [deal[who].id])
        return left(deal[who])
      }, SOON)
      .toEqual([])
    expect((await environment.confirm(held)).status).toBe(400)
    expect(await environment.stored(message)).toMatchObject({ status: 'pending' })
  })

  it('leaves the request pending when the server is killed between cancelling and replacing its intent', async () => {
    const deal = await environment.ownDeal()
    const message = await environment.asked(deal)
    const { intent } = await environment.stored(message)
    await app.sql('UPDATE payment_requests SET replaced_intent = stripe_payment_intent_id WHERE id = $1', [
      message.payment_request_id,
    ])
    await environment.stripe.paymentIntents.cancel(intent, { cancellation_reason: 'duplicate' })
    await app.sql('INSERT INTO payment_pauses (person_id, due_at) VALUES ($1, now())', [deal[who].id])
    await doneWith(deal[who])
    await environment.pay(deal, message)
    await environment.claim(deal.buyer, message, 'completed')
    expect(await environment.stored(message)).toMatchObject({ status: 'completed' })
  })
})

describe('the client secret held by a seller’s program', () => {
  it.each(WHO)('cannot pay after the suspension of the %s', async (who) => {
    const deal = await environment.ownDeal()
    await environment.saveCard(deal.buyer)
    const { body } = await environment.askByProgram(deal)
    await restrict(deal[who])
    await doneWith(deal[who])
    expect((await environment.confirm(body.clientSecret)).status).toBe(400)
  })
})

describe('the client secret of a card setup', () => {
  it.each([
    ['suspended', 'suspend'],
    ['banned', 'ban'],
  ] as const)('saves no card after its owner is %s', async (_, measure) => {
    const deal = await environment.ownDeal()
    const { clientSecret } = await app.must<{ clientSecret: string }>(deal.buyer, 'POST', '/api/payments/cards/setup')
    const card = await environment.newCard(CARDS.visa)
    await restrict(deal.buyer, measure)
    await doneWith(deal.buyer)
    await expect
      .poll(() => app.sql('SELECT FROM payment_cancellations_of_people WHERE person_id = $1', [deal.buyer.id]), SOON)
      .toEqual([])
    expect((await environment.confirmSetup(clientSecret, card)).error).toMatchObject({
      code: 'setup_intent_unexpected_state',
    })
  })
})
