import type { Room } from '@kundig/contract/chat/chat.contract'
import { pdf, plain } from '@kundig/testing/files/made-files'
import type { Deal, PaymentMessage } from '@kundig/testing/payments/payment-stage'
import { type FileMessage, sentFile } from '@kundig/testing/people/file-sending'
import type { Person } from '@kundig/testing/people/test-client'

import type { Stage } from '../stage.ts'

/** Who asks. What each is to the others is in `Scene`. */
export const CALLERS = [
  'anonymous',
  'newcomer',
  'stranger',
  'sender',
  'receiver',
  'partner',
  'seller',
  'buyer',
] as const
export type Caller = (typeof CALLERS)[number]

/**
 * The newcomer has no profile, and the stranger nothing to do with anybody. The sender asked the receiver, whose profile
 * is private and with whom the partner has an open and a closed room. The seller asked the buyer for money in theirs.
 */
export interface Scene {
  stage: Stage
  people: Record<Exclude<Caller, 'anonymous'>, Person>
  /** Someone public, and someone private, whom nobody knows. */
  bystander: Person
  hermit: Person
  open: Room
  closed: Room
  image: FileMessage['file']
  oldFile: FileMessage['file']
  deal: Deal
  pending: PaymentMessage
  completed: PaymentMessage
  cardId: string
  account: string
  customer: string
  /** A request from the sender to the receiver that nobody has decided; made anew where it was. */
  pendingRequest: () => Promise<string>
}

export async function setScene(stage: Stage): Promise<Scene> {
  const { site, payments } = stage
  const [newcomer, stranger, sender, receiver, partner, seller, buyer, bystander, hermit] = await Promise.all([
    site.signUp(),
    site.profiled({ full_name: 'A Stranger' }),
    site.profiled({ full_name: 'The Sender' }),
    site.profiled({ full_name: 'The Receiver' }),
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

  const account = await payments.makeSeller(seller)
  const deal: Deal = { seller, buyer, room: await site.room(buyer, seller) }
  const completed = await payments.asked(deal)
  await payments.pay(deal, completed)
  await payments.claim(buyer, completed, 'completed')
  const pending = await payments.asked(deal)
  const customer = await payments.customerOf(buyer)
  const cardId = (await payments.stripe.paymentMethods.attach('pm_card_visa', { customer })).id

  let requestId: string | undefined
  const pendingRequest = async (): Promise<string> => {
    if (requestId !== undefined) await site.api(receiver, 'POST', `/api/connection-requests/${requestId}/reject`)
    requestId = (await site.request(sender, receiver)).id
    return requestId
  }
  await pendingRequest()
  await site.saveProfile(receiver, { full_name: 'The Receiver', is_public: false })
  return {
    stage,
    people: { newcomer, stranger, sender, receiver, partner, seller, buyer },
    bystander,
    hermit,
    open,
    closed,
    image,
    oldFile,
    deal,
    pending,
    completed,
    cardId,
    account,
    customer,
    pendingRequest,
  }
}
