import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import { api } from '../../platform/api/client.ts'

/** Refetch interval of the role (ms). After a role is revoked, the operator pages disappear within this time. */
const ROLE_REFETCH_MS = 5000

/** Role of the logged-in operator. The server answers NOT_FOUND to people without a role. */
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
