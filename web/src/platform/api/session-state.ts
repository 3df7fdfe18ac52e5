import type { QueryClient } from '@tanstack/react-query'

import { sessions } from './session-end.ts'

function sessionOf(queryClient: QueryClient): AbortController {
  const session = sessions.get(queryClient) ?? new AbortController()
  sessions.set(queryClient, session)
  return session
}

/**
 * Aborted when the session ends. Take it before a call that fills the cache, which may be another person's by the
 * answer.
 */
export function sessionSignal(queryClient: QueryClient): AbortSignal {
  return sessionOf(queryClient).signal
}

/**
 * State beside the query cache, per session: created on first use and discarded with the session.
 * @param create receives the session's signal
 */
export function perSession<State>(
  create: (queryClient: QueryClient, ended: AbortSignal) => State,
): (queryClient: QueryClient) => State {
  const states = new WeakMap<AbortController, State>()
  return (queryClient) => {
    const session = sessionOf(queryClient)
    const known = states.get(session)
    if (known !== undefined) return known
    const state = create(queryClient, session.signal)
    states.set(session, state)
    return state
  }
}
