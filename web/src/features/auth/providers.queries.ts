import { queryOptions, useQuery } from '@tanstack/react-query'

import { api } from '../../platform/api/client.ts'

/** Options of the query that tells what this server offers for signing in. It changes only with a restart. */
export const providersQuery = queryOptions({ ...api.auth.providers.queryOptions(), staleTime: Infinity })

/** Whether this server shows its mail at /dev/mail instead of sending it; false while that is not known. */
export function useDevMail(): boolean {
  return useQuery(providersQuery).data?.dev_mail ?? false
}
