import type { ReactNode } from 'react'

import { ErrorState, type ErrorStateProps } from './error-state.tsx'
import { useStandingError } from './standing-error.ts'

/** What is needed of a query; TanStack's results have it. */
interface Query<Data> {
  data: Data | undefined
  error: unknown
  errorUpdateCount: number
  isFetching: boolean
  refetch: () => Promise<unknown>
}

export interface QueryStateProps<Data> extends Pick<ErrorStateProps, 'titleAs' | 'retryLabel' | 'className'> {
  query: Query<Data>
  /** Stands there until the first answer. */
  loading: ReactNode
  /** A text stands over the button that tries again; anything else stands as it is. */
  renderFailure: (error: unknown) => ReactNode
  /** Stands there where the answer has nothing to show. */
  empty?: ReactNode
  isEmpty?: (data: Data) => boolean
  children: (data: Data) => ReactNode
}

/**
 * What a query has to show: that it loads, why it could not (announced, with a way to try again), that there is nothing,
 * or its answer. An answer that is there stays, whatever becomes of later ones; an error stays while it is tried again.
 */
export function QueryState<Data>({
  query: { data, error, errorUpdateCount, isFetching, refetch },
  loading,
  renderFailure,
  empty,
  isEmpty,
  children,
  ...rest
}: QueryStateProps<Data>) {
  const standing = useStandingError({ data, error, errorUpdateCount })
  if (data !== undefined) return empty !== undefined && isEmpty?.(data) ? empty : children(data)
  if (!standing) return loading
  const failure = renderFailure(standing)
  if (typeof failure !== 'string') return failure
  return <ErrorState {...rest} title={failure} busy={isFetching} onRetry={() => void refetch()} />
}
