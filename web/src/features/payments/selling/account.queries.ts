import { type QueryClient, queryOptions } from '@tanstack/react-query'

import type { SellerAccount } from '@kundig/contract/payments/payments.contract'

import { api, client } from '../../../platform/api/client.ts'

/** Options of the query for one's own account as a seller. It is the server's own record: Stripe is not asked. */
export const accountQuery = queryOptions(api.payments.account.queryOptions())

/** Takes a seller's account that somebody handed over (an answer, a live event) for the one that is known. */
export async function putAccount(queryClient: QueryClient, account: SellerAccount): Promise<void> {
  // An older answer that is still on its way must not come over it.
  await queryClient.cancelQueries({ queryKey: accountQuery.queryKey })
  queryClient.setQueryData(accountQuery.queryKey, account)
}

/** Asks Stripe, through the server, how the account is; the answer is known everywhere at once. */
export async function refreshAccount(queryClient: QueryClient): Promise<SellerAccount> {
  const account = await client.payments.refreshAccount()
  await putAccount(queryClient, account)
  return account
}
