import { useState } from 'react'

interface FailedQuery {
  data: unknown
  /** TanStack clears it while a query without data is retried. */
  error: unknown
  errorUpdateCount: number
}

/** Returns a query's error, also during a retry, until it has data or another error. */
export function useStickyError({ data, error, errorUpdateCount }: FailedQuery): unknown {
  const [last, setLast] = useState(error)
  if (error !== null && error !== last) setLast(error)
  if (data !== undefined) return error
  return error ?? (errorUpdateCount > 0 ? last : null)
}
