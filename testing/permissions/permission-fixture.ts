import type { Room } from '@kundig/contract/chat/chat.contract'

import type { Sql } from '../database/test-database.ts'
import { createPdf, createPlainImage } from '../files/made-files.ts'
import { READY_CARDS } from '../payments/cards.ts'
import type { Deal, PaymentMessage, PaymentEnvironment } from '../payments/payment-environment.ts'
import { turnOnSecondFactor } from '../people/authenticator-app.ts'
import { type FileMessage, sendFileOrThrow } from '../people/file-sending.ts'
import { giveRole } from '../people/operators.ts'
import type { Client, Person } from '../people/test-client.ts'

export const CALLERS = [
  'anonymous',
  'suspended',
  'newcomer',
  'stranger',
  'sender',
  'receiver',
  'partner',
  'seller',
  'buyer',
] as const

/** Operators by role; they try only operators' actions. */
export const OPERATORS = ['viewer', 'moderator', 'owner'] as const
export type Caller = (typeof CALLERS)[number] | (typeof OPERATORS)[number]

export interface TestedServer {
  site: Client
  payments: PaymentEnvironment
  sql: Sql['query']
  /** Waits for mails to an address. */
  mails: (to: string) => Promise<string[]>
}

/**
 * The newcomer has no profile; the stranger has no contacts. The receiver's profile is private. The sender asked the
 * receiver, who has an open and a closed room with the partner. The seller requested money from the buyer.
 */
export interface PermissionFixture extends TestedServer {
  people: Record<Exclude<Caller, 'anonymous'>, Person>
  bystander: Person
  hermit: Person
  open: Room
  closed: Room
  image: FileMessage['file']
  oldFile: FileMessage['file']
  deal: Deal
  closedDeal: Deal
  pending: PaymentMessage
  completed: PaymentMessage
  cardId: string
  customer: string
  account: string
  /** Returns the id of the sender's pending request to the receiver; creates a request if none is pending. */
  pendingRequest: () => Promise<string>
}

export async function createPermissionFixture(server: TestedServer): Promise<PermissionFixture> {
  const { site, payments } = server
  const [suspended, newcomer, stranger, sender, receiver, partner, seller, buyer, bystander, hermit] =
    await Promise.all([
      site.profiled({ full_name: 'Sam Suspended' }),
      site.signUp(),
      site.profiled({ full_name: 'A Stranger' }),
      site.profiled({ full_name: 'The Sender' }),
      // The receiver signs up by the form, which sends a mail with a code.
      site.signUpWithProfile({ full_name: 'The Receiver' }),
      site.profiled({ full_name: 'The Partner' }),
      site.profiled({ full_name: 'The Seller' }),
      site.profiled({ full_name: 'The Buyer' }),
      site.profiled({ full_name: 'A Bystander' }),
      site.profiled({ full_name: 'A Hermit', is_public: false }),
    ])
  const closed = await site.room(partner, receiver)
  const oldFile = (await sendFileOrThrow(site.url, partner, closed.id, { content: createPdf() })).file
  await site.must(partner, 'POST', `/api/chat-rooms/${closed.id}/close`)
  const open = await site.room(partner, receiver)
  await site.send(partner, open.id, 'What the partner says in confidence')
  await site.send(receiver, open.id, 'What the receiver says in confidence')
  const png = await createPlainImage(9, 9, 'red').png().toBuffer()
  const image = (await sendFileOrThrow(site.url, partner, open.id, { content: png, name: 'a.png', type: 'image/png' }))
    .file

  await payments.becomeSeller(seller)
  const account = await payments.findAccount(seller)
  const closedDeal: Deal = { seller, buyer, room: await site.room(buyer, seller) }
  await site.must(buyer, 'POST', `/api/chat-rooms/${closedDeal.room.id}/close`)
  const deal: Deal = { seller, buyer, room: await site.room(buyer, seller) }
  const completed = await payments.asked(deal)
  await payments.pay(deal, completed)
  await payments.claim(buyer, completed, 'completed')
  const pending = await payments.asked(deal)
  const customer = await payments.findCustomer(buyer)
  const cardId = (await payments.stripe.paymentMethods.attach(READY_CARDS.good, { customer })).id

  let requestId: string | undefined
  const pendingRequest = async (): Promise<string> => {
    if (requestId !== undefined) await site.api(receiver, 'POST', `/api/connection-requests/${requestId}/reject`)
    requestId = (await site.request(sender, receiver)).id
    return requestId
  }
  await pendingRequest()
  const [viewer, moderator, owner] = await Promise.all([
    signUpOperator(server, 'viewer'),
    signUpOperator(server, 'moderator'),
    signUpOperator(server, 'owner'),
  ])
  await site.saveProfile(receiver, { full_name: 'The Receiver', is_public: false })
  // Inserts the suspension into the database, because the server would end the suspended person's session.
  await server.sql(
    `INSERT INTO standings (account_id, state, until) VALUES ($1, 'suspended', now() + interval '1 day')`,
    [suspended.id],
  )
  return {
    ...server,
    people: { suspended, newcomer, stranger, sender, receiver, partner, seller, buyer, viewer, moderator, owner },
    bystander,
    hermit,
    open,
    closed,
    image,
    oldFile,
    deal,
    closedDeal,
    pending,
    completed,
    cardId,
    account,
    customer,
    pendingRequest,
  }
}

/** Signs up an operator with the required second factor, like the server's command. */
async function signUpOperator({ site, sql }: TestedServer, role: (typeof OPERATORS)[number]): Promise<Person> {
  const person = await site.signUp()
  await turnOnSecondFactor(site, sql, person)
  await giveRole(sql, person, role)
  return person
}
