import type { Stripe } from 'stripe'

import { createInvalidRequestError, createNoSuchError } from '../../core/api-error.ts'
import type { Transaction } from '../../core/sql.ts'
import { createClosedError } from '../../store/connected-accounts.ts'
import { findObject } from '../../store/object-store.ts'

const PARAM = 'transfer_data[destination]'

/**
 * @throws ApiError 400 `resource_missing`, `insufficient_capabilities_for_transfer`; without a code for a closed
 * account
 */
export async function requireValidDestination(
  tx: Transaction,
  destination: string | Stripe.Account | undefined,
): Promise<void> {
  if (typeof destination !== 'string') return
  const account = await findObject(tx, 'v2.core.account', destination)
  if (account === undefined) throw createNoSuchError('destination', destination, PARAM)
  if (account.data.closed === true) throw createClosedError(destination, PARAM)
  if (account.data.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers?.status === 'active') return
  throw createInvalidRequestError(
    'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
    { code: 'insufficient_capabilities_for_transfer', param: PARAM },
  )
}
