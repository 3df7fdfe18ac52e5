import { describe, expect, it } from 'vitest'

import type { ConnectionRequest } from '@kundig/contract/connection-requests/connection-requests.contract'
import type { SellerAccount } from '@kundig/contract/payments/payments.contract'
import { createPdf } from '@kundig/testing/files/made-files'
import { usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import { fetchContent, sendFileOrThrow } from '@kundig/testing/people/file-sending'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u
const instant = expect.stringMatching(INSTANT) as unknown
const STAMPS = { created_at: instant, updated_at: instant }

const app = useTestApp({ payments: 'simulator' })
const environment = usePaymentEnvironment(app)

describe('the fields of the specification (part 3)', () => {
  // spec 3.1, 3.2, 3.3, 7.30
  it('all fields of a profile are visible to its owner, and the email address to no one else', async () => {
    const [owner, other] = [await app.signUp(), await app.signUp()]
    const fields = {
      full_name: 'Ada',
      bio: null,
      expertise: { type: 'custom', value: 'Bees' },
      is_public: true,
    } as const
    const profile = { id: owner.id, ...fields, profile_picture_url: null, ...STAMPS }
    expect(await app.saveProfile(owner, fields)).toEqual({ ...profile, email: owner.email })
    expect(await app.must(other, 'GET', `/api/profiles/${owner.id}`)).toEqual({
      ...profile,
      track_record: { address_confirmed: false },
    })
    expect((await app.saveProfile(owner, { expertise: 'education' })).expertise).toBe('education')
  })

  // spec 1.14, 3.4, 6.19, 6.21, 7.33
  it('the Stripe profile stores a seller’s account and a buyer’s customer', async () => {
    const { seller, buyer } = await environment.deal()
    const record = (person: typeof seller) => app.must<SellerAccount>(person, 'GET', '/api/payments/account')
    expect((await record(seller)).stripeConnectAccountId).toBe(await environment.findAccount(seller))
    await app.must(buyer, 'POST', '/api/payments/cards/setup')
    expect(await record(buyer)).toMatchObject({
      stripeConnectAccountId: null,
      stripeCustomerId: await environment.findCustomer(buyer),
    })
  })

  // spec 3.5, 3.6, 3.7, 7.29
  it('all fields of a waiting-list entry are stored, and the entry is not yet processed', async () => {
    const person = { full_name: 'Iris Bloem', email: 'iris@entities.example', category: 'education' }
    await app.must(null, 'POST', '/api/waiting-list', { ...person, consent: true })
    const [entry] = await app.sql<Record<string, unknown>>(
      `SELECT to_jsonb(entry) - 'id' - 'created_at' - 'updated_at' AS entry, created_at, updated_at
       FROM waiting_list AS entry WHERE email = $1`,
      [person.email],
    )
    expect(entry).toEqual({
      entry: { ...person, processed: false, language: 'en' },
      created_at: expect.any(Date) as unknown,
      updated_at: expect.any(Date) as unknown,
    })
  })

  // spec 3.8, 7.34
  it('all fields of a connection request are returned', async () => {
    const [sender, receiver] = [await app.profiled(), await app.profiled()]
    const made = await app.request(sender, receiver, 'Hello')
    const path = `/api/connection-requests/${made.id}`
    const { counterpart, room_id, ...fields } = await app.must<ConnectionRequest>(receiver, 'GET', path)
    expect(fields).toEqual({
      id: made.id,
      sender_id: sender.id,
      receiver_id: receiver.id,
      message: 'Hello',
      status: 'pending',
      withdrawn: false,
      ended_by: null,
      rejection_reason: null,
      expires_at: expect.any(String) as unknown,
      ...STAMPS,
    })
    expect([counterpart.id, room_id]).toEqual([sender.id, null])
  })

  // spec 3.10, 3.12, 3.13, 4.15, 7.39, 7.41
  it('all fields of a chat room are returned, with the time of its closing', async () => {
    const [sender, receiver] = [await app.profiled(), await app.profiled()]
    const room = await app.room(sender, receiver, 'Hello')
    const fields = {
      id: room.id,
      participant_ids: [sender.id, receiver.id].toSorted(),
      requestMessage: 'Hello',
      requester_id: sender.id,
      ...STAMPS,
    }
    expect(room).toMatchObject({ ...fields, status: 'open', closed_at: null })
    await app.must(sender, 'POST', `/api/chat-rooms/${room.id}/close`)
    expect(await app.getRoom(receiver, room.id)).toMatchObject({ ...fields, status: 'closed', closed_at: instant })
  })

  // spec 3.14, 3.18, 7.43
  it('all fields of a message are returned, with and without a file', async () => {
    const [one, other] = [await app.profiled(), await app.profiled()]
    const { id: room_id } = await app.room(one, other)
    const common = { sender_id: one.id, room_id, client_id: expect.any(String) as unknown, read: false, ...STAMPS }
    expect((await app.send(one, room_id, 'Hello')).body).toEqual({
      ...common,
      id: `${room_id}.1`,
      seq: 1,
      content: 'Hello',
    })
    const message = await sendFileOrThrow(app.url, one, room_id, { content: createPdf() })
    const { file, ...rest } = message
    expect(rest).toEqual({ ...common, id: `${room_id}.2`, seq: 2, content: 'Shared a file' })
    expect(file).toMatchObject({
      name: 'report.pdf',
      type: 'application/pdf',
      size: (await fetchContent(app.url, other, file.url)).content.length,
      contentHash: expect.stringMatching(/^[0-9a-f]{64}$/u) as unknown,
      thumbnailUrl: null,
    })
  })

  // spec 3.17, 3.19, 3.20, 7.47
  it('all fields of a payment request are returned, but the client secret only on request', async () => {
    const deal = await environment.deal()
    const message = await environment.asked(deal, { amount: '12.50', description: 'An hour' })
    const shared = { amount: 1250, currency: 'eur', status: 'pending', description: 'An hour' }
    expect(message).toMatchObject({
      ...shared,
      type: 'payment_request',
      payment_request_id: expect.any(String) as unknown,
    })
    expect(await environment.request(deal.buyer, message)).toEqual({
      ...shared,
      id: message.payment_request_id,
      room_id: deal.room.id,
      message_id: message.id,
      sellerId: deal.seller.id,
      buyerId: deal.buyer.id,
      ended_by: null,
      expires_at: expect.any(String) as unknown,
      new_card_only: false,
      is_test: true,
      fee_amount: null,
      createdAt: instant,
      updatedAt: instant,
    })
    expect(message).not.toHaveProperty('clientSecret')
    expect((await environment.secret(deal.buyer, message)).body.clientSecret).toMatch(/^pi_\w+_secret_\w+$/u)
  })
})
