import type { QueryClient } from '@tanstack/react-query'

import { sessions } from './session-end.ts'

function getController(queryClient: QueryClient): AbortController {
  const session = sessions.get(queryClient) ?? new AbortController()
  sessions.set(queryClient, session)
  return session
}

/** Returns a signal that aborts when the session ends. Get it before a call, whose answer may come after a log-out. */
export function getSessionSignal(queryClient: QueryClient): AbortSignal {
  return getController(queryClient).signal
}

/** Creates state for each session, discarded when the session ends. @param create receives the session's signal */
export function createSessionState<State>(
  create: (queryClient: QueryClient, ended: AbortSignal) => State,
): (queryClient: QueryClient) => State {
  const states = new WeakMap<AbortController, State>()
  return (queryClient) => {
    const session = getController(queryClient)
    const known = states.get(session)
    if (known !== undefined) return known
    const state = create(queryClient, session.signal)
    states.set(session, state)
    return state
  }
}
