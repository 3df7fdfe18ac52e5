import type { QueryClient } from '@tanstack/react-query'

import { sessions } from './session-end.ts'

function sessionOf(queryClient: QueryClient): AbortController {
  const session = sessions.get(queryClient) ?? new AbortController()
  sessions.set(queryClient, session)
  return session
}

/**
 * Ends with the session that is open now. Take it before a call whose answer goes into the cache: by the time of the
 * answer the cache may be another person's.
 */
export function sessionSignal(queryClient: QueryClient): AbortSignal {
  return sessionOf(queryClient).signal
}

/**
 * State beside the query cache that belongs to whoever is logged in: it is made when it is first asked for, and thrown
 * away with the session. Whoever logs in next begins anew.
 * @param create gets a signal of the session's end
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
