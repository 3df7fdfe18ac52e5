import { queryOptions } from '@tanstack/react-query'

import { api } from '../../../platform/api/client.ts'

/** How payments are taken changes with the server only (ms). */
const CONFIGURATION_FRESH_MS = 3_600_000

/** Options of the query that tells how payments are taken here: which provider, and whether money moves. */
export const configurationQuery = queryOptions({
  ...api.payments.configuration.queryOptions(),
  staleTime: CONFIGURATION_FRESH_MS,
})
