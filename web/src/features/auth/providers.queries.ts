import { queryOptions, useQuery } from '@tanstack/react-query'

import { api } from '../../platform/api/client.ts'

/** Sign-in methods of the server, which change only with a restart. */
export const providersQuery = queryOptions({ ...api.auth.providers.queryOptions(), staleTime: Infinity })

export function useHasDevMail(): boolean {
  return useQuery(providersQuery).data?.dev_mail ?? false
}
