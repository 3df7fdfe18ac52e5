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

test('it loads, has its answer, or has nothing to show', () => {
  expect(show({ isFetching: true })).toBe('Loading')
  expect(show({ data: ['one', 'two'] })).toBe('one, two')
  expect(show({ data: [] })).toBe('Nothing yet')
})

test('a failure is announced, with a way to try again', () => {
  const failed = show({ error: new Error('away') })
  expect(failed).toMatch(/role="alert".*It could not be loaded.*<button.*Try again/su)
  expect(failed).not.toContain('aria-busy')
  expect(show({ error: new Error('away'), isFetching: true })).toContain('aria-busy="true"')
})

test('a failure that no retry can mend stands as it is', () => {
  expect(show({ error: 'gone' })).toBe('<hr/>')
})

test('an answer that is there stays, whatever becomes of later ones', () => {
  expect(show({ data: ['one'], error: new Error('away') })).toBe('one')
})
