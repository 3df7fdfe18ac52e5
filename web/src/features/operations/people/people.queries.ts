import { queryOptions } from '@tanstack/react-query'

import { api } from '../../../platform/api/client.ts'

/** Finds people by a part of the name, the whole email address, or the id. */
export const peopleFoundQuery = (query: string) =>
  queryOptions({ ...api.operations.findPeople.queryOptions({ input: { query } }), gcTime: 0 })

/** Account details. The server logs each fetch, so the query runs once per visit of the page and is not cached. */
export const personQuery = (personId: string) =>
  queryOptions({
    ...api.operations.lookAtPerson.queryOptions({ input: { person_id: personId } }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  })
