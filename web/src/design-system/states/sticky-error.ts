import { useState } from 'react'

interface FailedQuery {
  data: unknown
  /** Error of the query. TanStack clears the error during the retry of a query without data. */
  error: unknown
  errorUpdateCount: number
}

/** Returns a query's last error until the query has data or another error. Retries do not clear the error. */
export function useStickyError({ data, error, errorUpdateCount }: FailedQuery): unknown {
  const [last, setLast] = useState(error)
  if (error !== null && error !== last) setLast(error)
  if (data !== undefined) return error
  return error ?? (errorUpdateCount > 0 ? last : null)
}
