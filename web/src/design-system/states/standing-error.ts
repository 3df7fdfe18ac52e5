import { useState } from 'react'

/** What is needed of a query; TanStack's results have it. */
interface FailedQuery {
  data: unknown
  /** TanStack takes it away while a query without an answer is asked again. */
  error: unknown
  /** How often the query has failed so far. */
  errorUpdateCount: number
}

/**
 * Why a query failed, also while it is asked again: what says so must stand until there is an answer, or another error.
 * @returns null where it has not failed
 */
export function useStandingError({ data, error, errorUpdateCount }: FailedQuery): unknown {
  const [last, setLast] = useState(error)
  if (error !== null && error !== last) setLast(error)
  if (data !== undefined) return error
  return error ?? (errorUpdateCount > 0 ? last : null)
}
