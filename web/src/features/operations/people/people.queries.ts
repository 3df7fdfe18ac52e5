import { queryOptions } from '@tanstack/react-query'

import { api } from '../../../platform/api/client.ts'

/** People by a part of their name, their whole address, or their id. */
export const peopleFoundQuery = (query: string) =>
  queryOptions({ ...api.operations.findPeople.queryOptions({ input: { query } }), gcTime: 0 })

/** An account. Each fetch is an entry of the log, so it is fetched once for each time the page is opened, and not kept. */
export const personQuery = (personId: string) =>
  queryOptions({
    ...api.operations.lookAtPerson.queryOptions({ input: { person_id: personId } }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  })
