import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { QueryState } from './query-state.tsx'

interface State {
  data?: string[]
  error?: unknown
  errorUpdateCount?: number
  isFetching?: boolean
}

function show({ data, error = null, errorUpdateCount = error ? 1 : 0, isFetching = false }: State): string {
  return renderToStaticMarkup(
    <QueryState
      query={{ data, error, errorUpdateCount, isFetching, refetch: () => Promise.resolve() }}
      loading="Loading"
      renderFailure={(failure) => (failure === 'gone' ? <hr /> : 'It could not be loaded')}
      retryLabel="Try again"
      isEmpty={(items) => items.length === 0}
      empty="Nothing yet"
    >
      {(items) => items.join(', ')}
    </QueryState>,
  )
}

test('shows the loading state, the answer, or the empty state', () => {
  expect(show({ isFetching: true })).toBe('Loading')
  expect(show({ data: ['one', 'two'] })).toBe('one, two')
  expect(show({ data: [] })).toBe('Nothing yet')
})

test('announces a failure, with a button to retry', () => {
  const failed = show({ error: new Error('away') })
  expect(failed).toMatch(/role="alert".*It could not be loaded.*<button.*Try again/su)
  expect(failed).not.toContain('aria-busy')
  expect(show({ error: new Error('away'), isFetching: true })).toContain('aria-busy="true"')
})

test('shows a permanent failure without a button to retry', () => {
  expect(show({ error: 'gone' })).toBe('<hr/>')
})

test('keeps a loaded answer when later loads fail', () => {
  expect(show({ data: ['one'], error: new Error('away') })).toBe('one')
})
