import { type QueryClient, queryOptions } from '@tanstack/react-query'

import type { SellerAccount } from '@kundig/contract/payments/payments.contract'

import { api, client } from '../../../platform/api/client.ts'
import { getSessionSignal } from '../../../platform/api/session-state.ts'

/** The person's seller account from the server's own record; Stripe is not asked. */
export const accountQuery = queryOptions(api.payments.account.queryOptions())

/** Caches a seller's account from an answer or a live event. @param ended end of the session that asked */
export async function putAccount(
  queryClient: QueryClient,
  account: SellerAccount,
  ended: AbortSignal = getSessionSignal(queryClient),
): Promise<void> {
  // An older answer in progress must not replace it.
  if (!ended.aborted) await queryClient.cancelQueries({ queryKey: accountQuery.queryKey })
  if (!ended.aborted) queryClient.setQueryData(accountQuery.queryKey, account)
}

/** Makes the server ask Stripe about the account, and caches the answer. */
export async function refreshAccount(queryClient: QueryClient): Promise<SellerAccount> {
  const ended = getSessionSignal(queryClient)
  const account = await client.payments.refreshAccount()
  await putAccount(queryClient, account, ended)
  return account
}
