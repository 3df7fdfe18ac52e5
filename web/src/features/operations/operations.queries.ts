import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import { api } from '../../platform/api/client.ts'

/** Refetch interval (ms): a revoked role hides everything within this time. */
const ROLE_REFETCH_MS = 5000

/** The reader's role; NOT_FOUND without one. */
export const roleQuery = queryOptions({
  ...api.operations.me.queryOptions(),
  refetchInterval: ROLE_REFETCH_MS,
  retry: false,
})

export const operatorsQuery = queryOptions(api.operations.operators.queryOptions())

export const auditLogQuery = infiniteQueryOptions(
  api.operations.auditLog.infiniteOptions({
    input: (before: number | undefined) => (before === undefined ? {} : { before }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => page.next_before ?? undefined,
  }),
)
