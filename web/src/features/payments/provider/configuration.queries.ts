import { queryOptions } from '@tanstack/react-query'

import { api } from '../../../platform/api/client.ts'

/** The configuration changes only when the server restarts (ms). */
const CONFIGURATION_FRESH_MS = 3_600_000

/** Which payment provider is used here, and whether money moves. */
export const configurationQuery = queryOptions({
  ...api.payments.configuration.queryOptions(),
  staleTime: CONFIGURATION_FRESH_MS,
})
