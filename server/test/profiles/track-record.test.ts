import { randomUUID } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import type { Profile } from '@kundig/contract/profiles/profiles.contract'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp()

interface Received {
  hours: number | null
  agoDays?: number
  status?: 'accepted' | 'rejected' | 'pending'
  endedBy?: 'receiver' | 'withdrawn' | 'expired' | 'blocked'
  sender?: string
}

const addSender = async (): Promise<string> => {
  const id = randomUUID()
  await app.sql(
    `WITH made AS (INSERT INTO "user" (id, name, email) VALUES ($1::uuid, 'A', $1::text || '@example.com') RETURNING id)
     INSERT INTO profiles (id, full_name, is_public) SELECT id, 'A', false FROM made`,
    [id],
  )
  return id
}

async function receive(receiver: Person, requests: readonly Received[]): Promise<void> {
  for (const { hours, agoDays = 2, status = 'accepted', endedBy = null, sender = await addSender() } of requests)
    await app.sql(
      `INSERT INTO connection_requests (sender_id, receiver_id, message, status, ended_by, created_at, updated_at)
       VALUES ($1, $2, 'Hello', $3, $4, now() - $5 * interval '1 day',
         now() - $5 * interval '1 day' + $6 * interval '1 hour')`,
      [sender, receiver.id, status, endedBy, agoDays, hours ?? 0],
    )
}

async function pay(seller: Person, buyer: Person, change = ''): Promise<string> {
  const { id: room } = await app.room(buyer, seller)
  const { body } = await app.send(seller, room, 'Pay')
  const [row] = await app.sql<{ id: string }>(
    `INSERT INTO payment_requests (room_id, seq, client_id, seller_id, buyer_id, amount, currency, description, status,
       stripe_payment_intent_id, stripe_connect_account_id, livemode)
     VALUES ($1, $2, $3, $4, $5, 1000, 'eur', '', 'completed', $6, 'acct', false) RETURNING id`,
    [room, body.seq, randomUUID(), seller.id, buyer.id, `pi_${randomUUID()}`],
  )
  if (change !== '') await app.sql(change, [row?.id])
  await app.must(buyer, 'POST', `/api/chat-rooms/${room}/close`)
  return row?.id ?? ''
}

const readRecord = async ({ id }: Person) =>
  (await app.must<Profile>(null, 'GET', `/api/profiles/${id}`)).track_record ?? {}
const times = (...hours: number[]): Received[] => hours.map((one) => ({ hours: one }))
const thrice = (one: Received): Received[] => [one, one, one]
const UNANSWERED: Received = { hours: null, status: 'pending' }

describe('the track record of a profile', () => {
  it.each<[string, Received[], string | undefined]>([
    ['within an hour', times(0.1, 0.9, 20), 'hour'],
    ['within three hours', times(1.1, 2.9, 20), 'three_hours'],
    ['within a day', times(3.1, 23, 24), 'day'],
    ['within days', times(25, 26, 40), 'days'],
    ['nothing after more than a week', [...times(200, 200), { hours: 300, agoDays: 20 }], undefined],
    ['nothing of two people', times(1, 1), undefined],
    ['nothing of 91 days ago', [...times(1, 1), { hours: 1, agoDays: 91 }], undefined],
    ['the longer of two times in the middle', times(0.5, 0.5, 2, 2), 'three_hours'],
    ['a rejection as an answer', thrice({ hours: 2, status: 'rejected', endedBy: 'receiver' }), 'three_hours'],
    ['nothing where half are unanswered', [...times(1, 1, 1), UNANSWERED, UNANSWERED, UNANSWERED], undefined],
    [
      'expiry, withdrawal and a block after a day as no answer',
      [
        ...times(1, 1, 1),
        { hours: 336, agoDays: 20, status: 'rejected', endedBy: 'expired' },
        { hours: 30, status: 'rejected', endedBy: 'withdrawn' },
        { hours: 30, status: 'rejected', endedBy: 'blocked' },
      ],
      undefined,
    ],
    [
      'no withdrawal or wait of less than a day',
      [
        ...times(1, 1, 1),
        ...thrice({ hours: 2, status: 'rejected', endedBy: 'withdrawn' }),
        ...thrice({ ...UNANSWERED, agoDays: 0.5 }),
      ],
      'hour',
    ],
  ])('counts %s', async (_what, requests, expected) => {
    const expert = await app.profiled()
    await receive(expert, requests)
    expect(await readRecord(expert)).toEqual({ address_confirmed: false, answers_within: expected })
  })

  it('counts the answered people, not their requests', async () => {
    const [expert, sender] = [await app.profiled(), await addSender()]
    await receive(
      expert,
      times(1, 1, 1).map((one) => ({ ...one, sender })),
    )
    expect(await readRecord(expert)).not.toHaveProperty('answers_within')
  })

  it('counts each of three people who paid once, and no person whose payment was refunded', async () => {
    const seller = await app.profiled()
    const buyers = await Promise.all(Array.from({ length: 4 }, () => app.profiled()))
    const [ann, bob, cas, dee] = buyers
    if (!ann || !bob || !cas || !dee) throw new Error('four buyers')
    await pay(seller, ann)
    await pay(seller, ann)
    const refund = (amount: number): string =>
      `INSERT INTO refunds (payment_request_id, amount, made_by, status, stripe_refund_id, from_seller, with_fee)
       VALUES ($1, ${amount}, 'seller', 'succeeded', 're_' || gen_random_uuid(), true, true)`
    await pay(seller, bob, refund(1))
    await pay(seller, cas, refund(1000))
    await pay(
      seller,
      dee,
      `INSERT INTO disputes (stripe_dispute_id, payment_request_id, stripe_charge_id, amount, currency, reason, status, seen_at)
       VALUES ('dp_' || gen_random_uuid(), $1, 'ch', 1000, 'eur', 'fraudulent', 'lost', now())`,
    )
    expect(await readRecord(seller)).not.toHaveProperty('paid_by')
    await pay(seller, cas)
    expect(await readRecord(seller)).toMatchObject({ paid_by: 3 })

    await app.sql(
      `INSERT INTO stripe_platforms (key_digest, stripe_account, livemode) VALUES ('test of test payments', 'acct', true)`,
    )
    expect(await readRecord(seller)).not.toHaveProperty('paid_by')
    await app.sql(`DELETE FROM stripe_platforms WHERE livemode`)
  })

  it('shows that the address is confirmed, also in lists, and is the same for every viewer', async () => {
    const [expert, reader] = [await app.profiled({ full_name: 'Tess Trouw' }), await app.profiled()]
    await app.sql(`UPDATE "user" SET email_verified = true WHERE id = $1`, [expert.id])
    const record = { address_confirmed: true }
    for (const who of [null, reader, expert])
      expect(await app.must(who, 'GET', `/api/profiles/${expert.id}`)).toMatchObject({ track_record: record })
    const { items } = await app.must<{ items: Profile[] }>(reader, 'GET', '/api/profiles?query=tess%20trouw')
    expect(items.map(({ track_record }) => track_record)).toEqual([record])
  })
})
