import { type QueryClient, queryOptions } from '@tanstack/react-query'

import type { SellerAccount } from '@kundig/contract/payments/payments.contract'

import { api, client } from '../../../platform/api/client.ts'
import { sessionSignal } from '../../../platform/api/session-state.ts'

/** The person's account as a seller, from the server's own record: Stripe is not asked. */
export const accountQuery = queryOptions(api.payments.account.queryOptions())

/**
 * Puts a seller's account from an answer or a live event into the cache.
 * @param ended the end of the session in which it was asked
 */
export async function putAccount(
  queryClient: QueryClient,
  account: SellerAccount,
  ended: AbortSignal = sessionSignal(queryClient),
): Promise<void> {
  // An older answer that is still on its way must not replace it.
  if (!ended.aborted) await queryClient.cancelQueries({ queryKey: accountQuery.queryKey })
  if (!ended.aborted) queryClient.setQueryData(accountQuery.queryKey, account)
}

/** Has the server ask Stripe about the account, and puts the answer into the cache. */
export async function refreshAccount(queryClient: QueryClient): Promise<SellerAccount> {
  const ended = sessionSignal(queryClient)
  const account = await client.payments.refreshAccount()
  await putAccount(queryClient, account, ended)
  return account
}
