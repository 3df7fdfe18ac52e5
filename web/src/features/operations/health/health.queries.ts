import { queryOptions } from '@tanstack/react-query'

import { api } from '../../../platform/api/client.ts'

const REFETCH_MS = 10_000

export const healthQuery = queryOptions({
  ...api.operations.health.queryOptions(),
  refetchInterval: REFETCH_MS,
})
