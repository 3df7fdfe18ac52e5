import type { Stripe } from 'stripe'

import { toStripeId, isMissingObject } from '../../../platform/stripe/stripe.ts'
import type { BalanceMovement } from './ledger-lines.ts'

export interface SeenMovement extends BalanceMovement {
  id: string
  currency: string
  balanceType: string
  createdAt: Date
  availableOn: Date
  source: string | null
  intent: string | null
  /** Further Stripe objects that belong to the same payment. */
  relatives: readonly string[]
  requestId: string | null
}

type Source = Exclude<Stripe.BalanceTransaction['source'], string | null>

/** Yields all movements in Stripe's order, the latest first. @throws what Stripe's SDK throws */
export async function* listMovements(stripe: Stripe, since: Date | null): AsyncGenerator<SeenMovement> {
  const listed = stripe.balanceTransactions.list({
    limit: 100,
    expand: ['data.source'],
    ...(since === null ? {} : { created: { gte: Math.floor(since.getTime() / 1000) } }),
  })
  for await (const transaction of listed) yield readMovement(transaction)
}

function readMovement(transaction: Stripe.BalanceTransaction): SeenMovement {
  const { id, type, amount, fee, net, currency, source, reporting_category: category } = transaction
  const object = typeof source === 'string' || source === null ? null : source
  return {
    id,
    type,
    amount,
    fee,
    net,
    currency,
    fees: transaction.fee_details.map((one) => ({ type: one.type, amount: one.amount })),
    isDispute: object?.object === 'dispute' || category.startsWith('dispute'),
    balanceType: transaction.balance_type,
    createdAt: new Date(transaction.created * 1000),
    availableOn: new Date(transaction.available_on * 1000),
    source: toStripeId(source),
    ...readSourceReferences(object),
  }
}

const listIds = (...objects: Parameters<typeof toStripeId>[0][]): string[] =>
  objects.map(toStripeId).filter((found) => found !== null)

function readSourceReferences(source: Source | null): Pick<SeenMovement, 'intent' | 'relatives' | 'requestId'> {
  const none = { intent: null, relatives: [], requestId: null }
  switch (source?.object) {
    case 'charge':
      return { ...none, intent: toStripeId(source.payment_intent), requestId: readRequestId(source.metadata) }
    case 'refund':
      return { ...none, intent: toStripeId(source.payment_intent), relatives: listIds(source.charge) }
    case 'dispute':
      return { ...none, intent: toStripeId(source.payment_intent), relatives: listIds(source.charge) }
    case 'transfer':
      return { ...none, relatives: listIds(source.source_transaction), requestId: readRequestId(source.metadata) }
    case 'transfer_reversal':
      return {
        ...none,
        relatives: listIds(source.source_refund, source.transfer),
        requestId: readRequestId(source.metadata),
      }
    case 'application_fee':
      return { ...none, relatives: listIds(source.originating_transaction, source.charge) }
    case 'fee_refund':
      return { ...none, relatives: listIds(source.fee) }
    default:
      return none
  }
}

/** Checks the id's format, because metadata can be edited in Stripe's dashboard. */
export function readRequestId(metadata: Stripe.Metadata | null): string | null {
  const id = metadata?.['payment_request_id']
  return id !== undefined && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u.test(id) ? id : null
}

/** Reads an object's payment from Stripe for transactions older than the books. @throws what Stripe's SDK throws */
export async function fetchIntentId(stripe: Stripe, id: string): Promise<string | null> {
  try {
    if (id.startsWith('ch_') || id.startsWith('py_'))
      return toStripeId((await stripe.charges.retrieve(id)).payment_intent)
    if (id.startsWith('re_')) return toStripeId((await stripe.refunds.retrieve(id)).payment_intent)
    if (id.startsWith('tr_')) {
      const charge = toStripeId((await stripe.transfers.retrieve(id)).source_transaction)
      return charge === null ? null : await fetchIntentId(stripe, charge)
    }
    if (id.startsWith('fee_')) {
      const charge = toStripeId((await stripe.applicationFees.retrieve(id)).originating_transaction)
      return charge === null ? null : await fetchIntentId(stripe, charge)
    }
    return null
  } catch (error) {
    if (isMissingObject(error)) return null
    throw error
  }
}

/** Returns the Stripe balance of each currency (cents). @throws what Stripe's SDK throws */
export async function readBalance(stripe: Stripe): Promise<Map<string, number>> {
  const { available, pending } = await stripe.balance.retrieve()
  const sums = new Map<string, number>()
  for (const { currency, amount } of [...available, ...pending]) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  return sums
}
