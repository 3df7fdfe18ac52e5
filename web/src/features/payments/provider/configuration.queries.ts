import { queryOptions } from '@tanstack/react-query'

import { api } from '../../../platform/api/client.ts'

/** Maximum cache age (ms). The configuration changes only when the server restarts. */
const CONFIGURATION_FRESH_MS = 3_600_000

export const configurationQuery = queryOptions({
  ...api.payments.configuration.queryOptions(),
  staleTime: CONFIGURATION_FRESH_MS,
})
