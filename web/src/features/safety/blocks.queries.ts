import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import { api } from '../../platform/api/client.ts'

export const blocksQuery = infiniteQueryOptions(
  api.safety.blocks.infiniteOptions({
    input: (cursor: string | undefined) => (cursor === undefined ? {} : { cursor }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  }),
)

export const blockOfQuery = (personId: string) =>
  queryOptions(api.safety.blocks.queryOptions({ input: { person_id: personId } }))
