import { ApiError } from '../../core/api-error.ts'
import type { Transaction } from '../../core/sql.ts'

export const PLATFORM = 'platform'

/** Deducts an amount (cents) from an account's limit, if it has a limit. @returns false above the limit */
export async function tryDeductFromLimit(tx: Transaction, account: string, amount: number): Promise<boolean> {
  const [balance] = await tx.query<{ cents: string }>('SELECT cents FROM balances WHERE account = $1 FOR UPDATE', [
    account,
  ])
  if (balance === undefined) return true
  if (Number(balance.cents) < amount) return false
  await tx.query('UPDATE balances SET cents = cents - $2 WHERE account = $1', [account, amount])
  return true
}

/** @throws ApiError 400 `balance_insufficient` */
export async function deductFromLimit(tx: Transaction, account: string, amount: number): Promise<void> {
  if (await tryDeductFromLimit(tx, account, amount)) return
  throw new ApiError(400, {
    type: 'invalid_request_error',
    code: 'balance_insufficient',
    message: 'You have insufficient available funds in your Stripe account.',
  })
}
