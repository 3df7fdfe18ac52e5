import { type QueryClient, queryOptions } from '@tanstack/react-query'

import type { SellerAccount } from '@kundig/contract/payments/payments.contract'

import { api, client } from '../../../platform/api/client.ts'
import { getSessionSignal } from '../../../platform/api/session-state.ts'

/** Seller account of the logged-in person, from the server's own record, not from Stripe. */
export const accountQuery = queryOptions(api.payments.account.queryOptions())

/** Caches a seller account from a response or live event. @param ended aborts when the requesting session ends */
export async function cacheSellerAccount(
  queryClient: QueryClient,
  account: SellerAccount,
  ended: AbortSignal = getSessionSignal(queryClient),
): Promise<void> {
  // A fetch in progress may return an older account, so it is cancelled.
  if (!ended.aborted) await queryClient.cancelQueries({ queryKey: accountQuery.queryKey })
  if (!ended.aborted) queryClient.setQueryData(accountQuery.queryKey, account)
}

/** Makes the server read the account from Stripe, and caches the result. */
export async function refreshAccount(queryClient: QueryClient): Promise<SellerAccount> {
  const ended = getSessionSignal(queryClient)
  const account = await client.payments.refreshAccount()
  await cacheSellerAccount(queryClient, account, ended)
  return account
}
