import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import { api } from '../../platform/api/client.ts'

/** How often the role is asked for again (ms): one that was taken away shows nothing any longer than this. */
const ROLE_ASKED_EVERY_MS = 5000

/** The reader's role in running the site; NOT_FOUND for everybody who has none. */
export const roleQuery = queryOptions({
  ...api.operations.me.queryOptions(),
  refetchInterval: ROLE_ASKED_EVERY_MS,
  retry: false,
})

/** Who runs the site. */
export const operatorsQuery = queryOptions(api.operations.operators.queryOptions())

/** What operators did, the latest first; pages by id. */
export const auditLogQuery = infiniteQueryOptions(
  api.operations.auditLog.infiniteOptions({
    input: (before: number | undefined) => (before === undefined ? {} : { before }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => page.next_before ?? undefined,
  }),
)
