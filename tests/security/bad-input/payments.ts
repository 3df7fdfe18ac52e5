import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { READY_CARDS } from '@kundig/testing/payments/cards'
import { toIntentId } from '@kundig/testing/payments/client-secret'
import type { PaymentMessage } from '@kundig/testing/payments/payment-environment'
import { toOutcome } from '@kundig/testing/people/outcome'

import { formatTally, times } from '../answers.ts'
import type { Report } from '../report.ts'
import type { TestEnvironment } from '../test-environment.ts'
import { waitUntil } from '../until.ts'
import { attackPaymentsByPrograms } from './payments-by-programs.ts'

const nowS = (): number => Math.floor(Date.now() / 1000)

export async function attackPayments(environment: TestEnvironment, report: Report): Promise<void> {
  const { site, payments } = environment
  const { asked, ask, claim, decline, pay, confirm, secret, stored } = payments
  const { charges, findIntent, stripe, keys, control } = payments
  const deal = await payments.ownDeal()
  const { seller, buyer, room } = deal
  const statusOf = async (message: PaymentMessage): Promise<string> => (await stored(message)).status
  const becomes = async (message: PaymentMessage, status: string): Promise<string> => {
    await waitUntil(async () => (await statusOf(message)) === status, status)
    return status
  }
  const eventOf = (type: string, objectId: string): object => ({
    id: `evt_${randomUUID().replaceAll('-', '')}`,
    object: 'event',
    type,
    created: nowS(),
    data: { object: { id: objectId, object: 'payment_intent' } },
  })
  async function postStripeEvent(event: object, header?: string): Promise<string> {
    const payload = JSON.stringify(event)
    const signature = header ?? stripe.webhooks.generateTestHeaderString({ payload, secret: keys.webhookSecret })
    const answer = await fetch(`${site.url}/stripe/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(signature === '' ? {} : { 'stripe-signature': signature }) },
      body: payload,
    })
    return toOutcome({ status: answer.status, body: await answer.json() })
  }

  await report.guarantee('Amounts: by digits, never as floats', async (attempt) => {
    const refused = [
      '',
      '-1',
      '-0.01',
      '0x10',
      '0.00',
      '100000',
      '1,000',
      '1_000',
      '１',
      '19.99.1',
      "1' OR '1",
      '1\u0000',
      null,
      [],
      {},
      true,
      Number.MAX_VALUE,
      -1,
      1e21,
      0.005,
    ]
    for (const amount of refused) {
      await attempt(
        JSON.stringify(amount),
        () => ask(seller, room.id, { amount }),
        /^400 (?:AMOUNT_\w+|INVALID_INPUT)$/u,
      )
    }
    for (const [amount, cents] of [
      ['19.99', 1999],
      ['1.1', 110],
      ['4.35', 435],
      ['1,15', 115],
      ['99999.99', 9_999_999],
      ['€ 8.41', 841],
    ] as const) {
      await attempt(
        `${amount} is ${cents} cents`,
        async () => (await ask(seller, room.id, { amount })).body.amount,
        cents,
      )
    }
    const again = await payments.ownDeal()
    for (const field of ['currency', 'sellerId', 'buyerId', 'status', 'payment_intent', 'stripe_account']) {
      await attempt(`with ${field}`, () => ask(again.seller, again.room.id, { [field]: 'usd' }), '400 INVALID_INPUT')
    }
  })

  await report.guarantee('Two tabs, double click, 20 parallel confirms: one charge', async (attempt) => {
    const { seller: earner, buyer: payer, room: place } = await payments.ownDeal()
    const one = { seller: earner, buyer: payer, room: place }
    const clientId = randomUUID()
    const clicks = await Promise.all(times(10, () => ask(earner, place.id, { client_id: clientId })))
    await attempt('ten clicks on asking', () => new Set(clicks.map(({ body }) => body.payment_request_id)).size, 1)
    const message = await asked(one)
    const { clientSecret } = (await secret(payer, message)).body
    await Promise.all([
      ...times(20, () => confirm(clientSecret)),
      ...times(20, () => claim(payer, message, 'completed')),
    ])
    await attempt('said at last', () => claim(payer, message, 'completed'), /^(?:200|409 PAYMENT_DECIDED)$/u)
    await attempt('charges', () => charges(message), { count: 1, cents: 1999 })
    await attempt('it is', () => becomes(message, 'completed'), 'completed')
    const raced = await asked(one)
    const both = await Promise.all([claim(payer, raced, 'rejected'), pay(one, raced).catch(() => null)])
    await claim(payer, raced, 'completed')
    const ends = async (raceOver: PaymentMessage): Promise<string> => {
      const { status: held } = await findIntent(raceOver)
      const { status, ended_by: endedBy } = await stored(raceOver)
      return `${status} ${endedBy} ${held} ${(await charges(raceOver)).count}`
    }
    await attempt(
      'giving up against paying',
      () => ends(raced),
      /^(?:completed null succeeded 1|rejected failed canceled 0)$/u,
    )
    await attempt('and an answer', () => both[0].status, /^(?:200|409)$/u)
    const refused = await asked(one)
    await Promise.all([...times(5, () => decline(payer, refused)), pay(one, refused).catch(() => null)])
    await claim(payer, refused, 'completed')
    await attempt(
      'declining ×5 against paying',
      () => ends(refused),
      /^(?:completed null succeeded 1|rejected declined canceled 0)$/u,
    )
  })

  await report.guarantee('A forged "completed": still pending', async (attempt) => {
    const message = await asked(deal)
    await attempt('said by the buyer', async () => (await claim(buyer, message, 'completed')).body.status, 'pending')
    await attempt('said by the seller', () => claim(seller, message, 'completed'), '403 PAYMENT_BUYER_ONLY')
    await attempt(
      'said by an unsigned event',
      () => postStripeEvent(eventOf('payment_intent.succeeded', 'pi_x'), ''),
      '400 INVALID_INPUT',
    )
    await attempt(
      'said by a signed event that is not so',
      async () => postStripeEvent(eventOf('payment_intent.succeeded', (await stored(message)).intent)),
      '200',
    )
    await attempt(
      'in a message of one’s own',
      () =>
        site.api(buyer, 'POST', `/api/chat-rooms/${room.id}/messages`, {
          client_id: randomUUID(),
          content: 'Paid, truly',
          type: 'payment_request',
          status: 'completed',
        }),
      '400 INVALID_INPUT',
    )
    for (const status of ['pending', 'COMPLETED', '', null, ['completed']]) {
      await attempt(
        `said as ${JSON.stringify(status)}`,
        () => claim(buyer, message, status as 'completed'),
        '400 INVALID_INPUT',
      )
    }
    const elsewhere = await payments.ownDeal()
    const theirs = await asked(elsewhere)
    await pay(elsewhere, theirs)
    await attempt(
      'by a message that was paid',
      () => claim(buyer, message, 'completed', { message_id: theirs.id }),
      /^(?:200|404 \w+)$/u,
    )
    await attempt(
      'by another’s room',
      () => claim(buyer, message, 'completed', { room_id: elsewhere.room.id }),
      '404 ROOM_NOT_FOUND',
    )
    await attempt('it is', () => statusOf(message), 'pending')
  })

  await report.guarantee('A tampered amount, customer or account: refused or ignored', async (attempt) => {
    for (const [what, change] of [
      ['amount', { amount: 150 }],
      ['currency', { currency: 'usd' }],
      ['request', { metadata: { payment_request_id: randomUUID() } }],
      ['customer', { customer: (await stripe.customers.create({})).id }],
    ] as const) {
      const message = await asked(deal)
      const { clientSecret } = (await secret(buyer, message)).body
      await stripe.paymentIntents.update((await stored(message)).intent, change)
      await confirm(clientSecret)
      await attempt(
        `another ${what} at Stripe`,
        async () => (await claim(buyer, message, 'completed')).body.status,
        'pending',
      )
    }
    const message = await asked(deal)
    const { clientSecret } = (await secret(buyer, message)).body
    const { publishable_key: key } = await site.must<{ publishable_key: string }>(
      null,
      'GET',
      '/api/payments/configuration',
    )
    for (const form of [
      { amount: '50' },
      { customer: 'cus_x' },
      { 'transfer_data[destination]': 'acct_x' },
      { application_fee_amount: '1999' },
    ]) {
      await fetch(`${site.url}/stripe-simulator/v1/payment_intents/${toIntentId(clientSecret)}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: new URLSearchParams({ client_secret: clientSecret, ...(form as Record<string, string>) }),
      })
      await attempt(
        `by the browser: ${JSON.stringify(form)}`,
        async () => {
          const { amount, application_fee_amount: fee } = await findIntent(message)
          return [amount, fee ?? null]
        },
        [1999, 100],
      )
    }
    const account = await payments.findAccount(seller)
    const customerId = await payments.findCustomer(buyer)
    const body = {
      amount: 1999,
      currency: 'eur',
      customerId,
      connectAccountId: account,
      description: 'An hour of advice',
    }
    const stranger = await site.profiled()
    await payments.becomeSeller(stranger)
    const strangers = await payments.findAccount(stranger)
    for (const [who, what, changes] of [
      [seller, 'to another’s account', { connectAccountId: strangers }],
      [stranger, 'by a seller without a room with the buyer', { connectAccountId: strangers }],
      [buyer, 'by the buyer', {}],
    ] as const) {
      await attempt(
        `a payment ${what}`,
        async () => (await site.api(who, 'POST', '/functions/createPayment', { ...body, ...changes })).status,
        403,
      )
    }
    for (const changes of [
      { amount: -1 },
      { amount: 0.5 },
      { amount: '1999' },
      { amount: 10_000_000 },
      { currency: 'usd' },
      { on_behalf_of: account },
      { customerId: { $ne: null } },
    ]) {
      await attempt(
        `a payment with ${JSON.stringify(changes)}`,
        async () => (await site.api(seller, 'POST', '/functions/createPayment', { ...body, ...changes })).status,
        400,
      )
    }
  })

  await report.guarantee('Webhook ×100, reordered, late, lost: one transition', async (attempt) => {
    const one = await payments.ownDeal()
    const tab = await site.live(one.seller)
    const updates = (message: PaymentMessage): number =>
      tab.listEvents('message.updated').filter(({ id }) => id === message.id).length
    /** Waits for a new event. Events arrive in order, so the tab has then received all earlier events. */
    const settled = async (): Promise<void> => {
      const { body } = await site.send(one.buyer, one.room.id, 'The last message of this deal')
      await waitUntil(() => tab.listEvents('message.created').some(({ id }) => id === body.id), 'the last message')
    }
    const message = await asked(one)
    await pay(one, message)
    const { intent } = await stored(message)
    const event = eventOf('payment_intent.succeeded', intent)
    /** Delivers an event, with retries while the server is busy, as Stripe does. */
    const deliver = async (delivered: typeof event, tries = 5): Promise<string> => {
      const answer = await postStripeEvent(delivered)
      if (answer !== '503 UNAVAILABLE' || tries === 1) return answer
      await sleep(1000)
      return deliver(delivered, tries - 1)
    }
    const came = await Promise.all([
      ...times(100, () => deliver(event)),
      ...times(20, () => deliver(eventOf('payment_intent.succeeded', intent))),
    ])
    await attempt('answers', () => formatTally(came), '200 ×120')
    await attempt('it is', () => becomes(message, 'completed'), 'completed')
    await settled()
    await attempt('transitions', () => updates(message), 1)
    await control('/webhooks/pause')
    const reordered = await asked(one)
    await pay(one, reordered, READY_CARDS.declined)
    await pay(one, reordered)
    await control('/webhooks/resume', { order: 'newest_first' })
    await attempt('newest first', () => becomes(reordered, 'completed'), 'completed')
    await attempt(
      'late, once more',
      async () => postStripeEvent(eventOf('payment_intent.canceled', (await stored(reordered)).intent)),
      '200',
    )
    await control('/webhooks/pause')
    const lost = await asked(one)
    await pay(one, lost)
    await attempt(
      'lost, then said by the buyer',
      async () => (await claim(one.buyer, lost, 'completed')).body.status,
      'completed',
    )
    await control('/webhooks/resume')
    await settled()
    await attempt('transitions of all', () => [reordered, lost].map(updates), [1, 1])
    await attempt('they are', async () => Promise.all([message, reordered, lost].map(statusOf)), [
      'completed',
      'completed',
      'completed',
    ])
    tab.socket.disconnect()
  })

  await report.guarantee('Bad or stale signature: 400', async (attempt) => {
    const message = await asked(deal)
    await control('/webhooks/pause')
    await pay(deal, message)
    const event = eventOf('payment_intent.succeeded', (await stored(message)).intent)
    const payload = JSON.stringify(event)
    const signed = (options: { secret?: string; timestamp?: number }): string =>
      stripe.webhooks.generateTestHeaderString({ payload, secret: keys.webhookSecret, ...options })
    const good = signed({})
    const headers: [string, string][] = [
      ['none', ''],
      ['nonsense', 'x'],
      ['another secret', signed({ secret: 'whsec_other' })],
      ['the other endpoint’s secret', signed({ secret: keys.thinWebhookSecret })],
      ['an empty secret', signed({ secret: '' })],
      ['stale', signed({ timestamp: nowS() - 3600 })],
      ['from the future', signed({ timestamp: nowS() + 3600 })],
      ['cut short', good.slice(0, -1)],
      ['of version 0', good.replace('v1=', 'v0=')],
      ['two times', `t=${nowS()},${signed({ timestamp: nowS() - 3600 })}`],
    ]
    for (const [what, header] of headers) await attempt(what, () => postStripeEvent(event, header), '400 INVALID_INPUT')
    await attempt(
      'another body under a good one',
      () => postStripeEvent({ ...event, id: 'evt_other' }, good),
      '400 INVALID_INPUT',
    )
    await attempt('it is', () => statusOf(message), 'pending')
    await control('/webhooks/resume')
    await attempt('then it comes', () => becomes(message, 'completed'), 'completed')
  })

  await report.guarantee('Failed after succeeded: completed', async (attempt) => {
    const message = await asked(deal)
    await pay(deal, message)
    await claim(buyer, message, 'completed')
    const { intent } = await stored(message)
    for (const type of ['payment_failed', 'canceled', 'processing', 'requires_action']) {
      await attempt(type, () => postStripeEvent(eventOf(`payment_intent.${type}`, intent)), '200')
    }
    await attempt('giving it up', () => claim(buyer, message, 'rejected'), '409 PAYMENT_DECIDED')
    await attempt('it is', () => statusOf(message), 'completed')
    await attempt('charges', () => charges(message), { count: 1, cents: 1999 })
  })

  await report.guarantee('Room closed during the 3-D Secure step: still recorded', async (attempt) => {
    const one = await payments.ownDeal()
    const message = await asked(one)
    const intent = await pay(one, message, READY_CARDS.asksFor3dSecure)
    await attempt('asks for more', () => intent.status, 'requires_action')
    await site.must(one.seller, 'POST', `/api/chat-rooms/${one.room.id}/close`)
    await payments.decide3dSecure(intent, 'pass')
    await attempt('said', () => claim(one.buyer, message, 'completed'), /^(?:200|409 PAYMENT_DECIDED)$/u)
    await attempt('it is', () => becomes(message, 'completed'), 'completed')
    await attempt('the room is closed', async () => (await site.getRoom(one.buyer, one.room.id)).status, 'closed')
    await attempt('asking there', () => ask(one.seller, one.room.id), '409 ROOM_CLOSED')
  })
  await attackPaymentsByPrograms(environment, report)
}
