import { infiniteQueryOptions } from '@tanstack/react-query'

import { api } from '../../../platform/api/client.ts'

export const paidQuery = infiniteQueryOptions({
  ...api.payments.paid.infiniteOptions({
    input: (cursor: string | undefined) => (cursor === undefined ? {} : { cursor }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  }),
  staleTime: 0,
})
