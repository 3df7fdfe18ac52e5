import { queryOptions } from '@tanstack/react-query'

import { api } from '../../../platform/api/client.ts'

/** How often it is asked for again (ms). */
const ASKED_EVERY_MS = 10_000

/** What waits, and what failed lately. */
export const healthQuery = queryOptions({
  ...api.operations.health.queryOptions(),
  refetchInterval: ASKED_EVERY_MS,
})
