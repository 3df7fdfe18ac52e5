import type { Room } from '@kundig/contract/chat/chat.contract'

import type { Sql } from '../database/test-database.ts'
import { pdf, plain } from '../files/made-files.ts'
import { READY_CARDS } from '../payments/cards.ts'
import type { Deal, PaymentMessage, PaymentEnvironment } from '../payments/payment-environment.ts'
import { turnOnSecondFactor } from '../people/authenticator-app.ts'
import { type FileMessage, sentFile } from '../people/file-sending.ts'
import { giveRole } from '../people/operators.ts'
import type { Client, Person } from '../people/test-client.ts'

/** Who asks. What each is to the others is in the scene. */
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

/** Who runs the site, each by the role of that name; only what they do is tried by them, too. */
export const OPERATORS = ['viewer', 'moderator', 'owner'] as const
export type Caller = (typeof CALLERS)[number] | (typeof OPERATORS)[number]

/** A running server on which the table is tried, and what stands around it, wherever it runs. */
export interface TriedServer {
  site: Client
  payments: PaymentEnvironment
  /** Its database, to arrange what nobody can ask for. */
  sql: Sql['query']
  /** The texts of the mails to an address, once there is one. */
  mails: (to: string) => Promise<string[]>
}

/**
 * The newcomer has no profile, and the stranger nothing to do with anybody. The sender asked the receiver, whose profile
 * is private and with whom the partner has an open and a closed room. The seller asked the buyer for money in theirs.
 */
export interface PermissionScene extends TriedServer {
  people: Record<Exclude<Caller, 'anonymous'>, Person>
  /** Someone public, and someone private, whom nobody knows. */
  bystander: Person
  hermit: Person
  /** Rooms of the partner and the receiver. */
  open: Room
  closed: Room
  /** What the partner sent into them. */
  image: FileMessage['file']
  oldFile: FileMessage['file']
  /** The open room of the seller and the buyer, and one that they closed. */
  deal: Deal
  closedDeal: Deal
  /** The seller asked the buyer for these, in the deal's room. */
  pending: PaymentMessage
  completed: PaymentMessage
  /** The buyer's. */
  cardId: string
  customer: string
  /** The seller's. */
  account: string
  /** A request from the sender to the receiver that nobody has decided; made anew where it was. */
  pendingRequest: () => Promise<string>
}

export async function setPermissionScene(server: TriedServer): Promise<PermissionScene> {
  const { site, payments } = server
  const [suspended, newcomer, stranger, sender, receiver, partner, seller, buyer, bystander, hermit] =
    await Promise.all([
      site.profiled({ full_name: 'Somebody Suspended' }),
      site.signUp(),
      site.profiled({ full_name: 'A Stranger' }),
      site.profiled({ full_name: 'The Sender' }),
      // Whoever signs up by the form gets a mail with a code.
      site.signUpWithProfile({ full_name: 'The Receiver' }),
      site.profiled({ full_name: 'The Partner' }),
      site.profiled({ full_name: 'The Seller' }),
      site.profiled({ full_name: 'The Buyer' }),
      site.profiled({ full_name: 'A Bystander' }),
      site.profiled({ full_name: 'A Hermit', is_public: false }),
    ])
  const closed = await site.room(partner, receiver)
  const oldFile = (await sentFile(site.url, partner, closed.id, { content: pdf() })).file
  await site.must(partner, 'POST', `/api/chat-rooms/${closed.id}/close`)
  const open = await site.room(partner, receiver)
  await site.send(partner, open.id, 'What the partner says in confidence')
  await site.send(receiver, open.id, 'What the receiver says in confidence')
  const png = await plain(9, 9, 'red').png().toBuffer()
  const image = (await sentFile(site.url, partner, open.id, { content: png, name: 'a.png', type: 'image/png' })).file

  await payments.becomeSeller(seller)
  const account = await payments.accountOf(seller)
  const closedDeal: Deal = { seller, buyer, room: await site.room(buyer, seller) }
  await site.must(buyer, 'POST', `/api/chat-rooms/${closedDeal.room.id}/close`)
  const deal: Deal = { seller, buyer, room: await site.room(buyer, seller) }
  const completed = await payments.asked(deal)
  await payments.pay(deal, completed)
  await payments.claim(buyer, completed, 'completed')
  const pending = await payments.asked(deal)
  const customer = await payments.customerOf(buyer)
  const cardId = (await payments.stripe.paymentMethods.attach(READY_CARDS.good, { customer })).id

  let requestId: string | undefined
  const pendingRequest = async (): Promise<string> => {
    if (requestId !== undefined) await site.api(receiver, 'POST', `/api/connection-requests/${requestId}/reject`)
    requestId = (await site.request(sender, receiver)).id
    return requestId
  }
  await pendingRequest()
  const [viewer, moderator, owner] = await Promise.all([
    operator(server, 'viewer'),
    operator(server, 'moderator'),
    operator(server, 'owner'),
  ])
  await site.saveProfile(receiver, { full_name: 'The Receiver', is_public: false })
  // Past the server, which would end their session.
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

/** Somebody with a role, as the command of whoever runs the server gives it, and with the second factor that it takes. */
async function operator({ site, sql }: TriedServer, role: (typeof OPERATORS)[number]): Promise<Person> {
  const person = await site.signUp()
  await turnOnSecondFactor(site, sql, person)
  await giveRole(sql, person, role)
  return person
}
