import type { ReactNode } from 'react'

import { ErrorState, type ErrorStateProps } from './error-state.tsx'
import { useStickyError } from './sticky-error.ts'

interface Query<Data> {
  data: Data | undefined
  error: unknown
  errorUpdateCount: number
  isFetching: boolean
  refetch: () => Promise<unknown>
}

export interface QueryStateProps<Data> extends Pick<ErrorStateProps, 'titleAs' | 'retryLabel' | 'className'> {
  query: Query<Data>
  loading: ReactNode
  /** Renders a failure. A returned text is shown above a retry button; any other node is shown without the button. */
  renderFailure: (error: unknown) => ReactNode
  empty?: ReactNode
  isEmpty?: (data: Data) => boolean
  children: (data: Data) => ReactNode
}

/** Shows a query's state. Loaded data stays when a later fetch fails; an error stays during a retry. */
export function QueryState<Data>({
  query: { data, error, errorUpdateCount, isFetching, refetch },
  loading,
  renderFailure,
  empty,
  isEmpty,
  children,
  ...rest
}: QueryStateProps<Data>) {
  const stickyError = useStickyError({ data, error, errorUpdateCount })
  if (data !== undefined) return empty !== undefined && isEmpty?.(data) ? empty : children(data)
  if (!stickyError) return loading
  const failure = renderFailure(stickyError)
  if (typeof failure !== 'string') return failure
  return <ErrorState {...rest} title={failure} busy={isFetching} onRetry={() => void refetch()} />
}
