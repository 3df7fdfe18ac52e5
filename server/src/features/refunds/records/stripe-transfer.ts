import type { Stripe } from 'stripe'

import type { SellerService } from '../../payments/selling/seller.service.ts'
import type { PublishedRow } from '../../payments/settlement/payment-request.repository.ts'

export interface SellerTransfer {
  id: string
  amount: number
  amountReversed: number
}

export async function readTransfer(stripe: Stripe, id: string): Promise<SellerTransfer> {
  const { amount, amount_reversed: amountReversed } = await stripe.transfers.retrieve(id)
  return { id, amount, amountReversed }
}

export async function findReversal(
  stripe: Stripe,
  transferId: string,
  disputeId: string,
): Promise<{ id: string; amount: number } | undefined> {
  for await (const reversal of stripe.transfers.listReversals(transferId, { limit: 100 })) {
    if (reversal.metadata?.['dispute_id'] === disputeId) return reversal
  }
  return undefined
}

/** Returns the seller's current account for transfers, because the payment's account may be closed. */
export const findCurrentAccount = async (
  sellers: Pick<SellerService, 'payableAccount'>,
  { sellerId, stripeConnectAccountId }: PublishedRow,
): Promise<string> => (await sellers.payableAccount(sellerId)) ?? stripeConnectAccountId

/** Transfers `amount` (cents), unless the transfer group already has a transfer. @throws what Stripe's SDK throws */
export async function createTransferOnce(
  stripe: Stripe,
  { currency }: PublishedRow,
  {
    amount,
    destination,
    group,
    metadata,
    idempotencyKey,
  }: { amount: number; destination: string; group: string; metadata: Stripe.MetadataParam; idempotencyKey: string },
): Promise<string> {
  const [sent] = (await stripe.transfers.list({ transfer_group: group, limit: 1 })).data
  if (sent) return sent.id
  const content = { amount, currency, destination, transfer_group: group, metadata }
  return (await stripe.transfers.create(content, { idempotencyKey })).id
}

/** Returns the idempotency key of a try. Stripe repeats a refusal under its key, so each try needs another key. */
export const toTryKey = (key: string, tries: number): string => (tries === 0 ? key : `${key}:${tries}`)
