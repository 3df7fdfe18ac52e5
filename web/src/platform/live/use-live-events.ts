import { useEffect, useSyncExternalStore } from 'react'

import type { ServerToClientEvents } from '@kundig/contract/live-events'

import type { LiveState } from './live-connection.ts'
import { useLive } from './live-provider.tsx'

/** Whether live events arrive right now. */
export function useLiveState(): LiveState {
  const live = useLive()
  return useSyncExternalStore(
    (listener) => live?.onState(listener) ?? (() => undefined),
    () => live?.state ?? 'connecting',
  )
}

/** Calls `handler` for each live event of a name. The handler must be stable (module level or useCallback). */
export function useLiveEvent<Name extends keyof ServerToClientEvents>(
  name: Name,
  handler: ServerToClientEvents[Name],
): void {
  const live = useLive()
  useEffect(() => {
    if (!live) return undefined
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Socket.IO types the listener of a generic name as a union that cannot be narrowed
    const socket = live.socket as unknown as {
      on: (event: string, listener: unknown) => void
      off: (event: string, listener: unknown) => void
    }
    socket.on(name, handler)
    return () => socket.off(name, handler)
  }, [live, name, handler])
}

/**
 * Calls `handler` on every new connection, the first too: what was fetched before it stood may have missed
 * an event, or may have failed altogether. And when the server says that it may have missed events itself, and every so
 * often while it has no place for this tab's connection.
 */
export function useLiveConnect(handler: () => void): void {
  const live = useLive()
  useEffect(() => {
    if (!live) return undefined
    live.socket.on('connect', handler)
    live.socket.on('events.missed', handler)
    const stop = live.onLimited(handler)
    return () => {
      stop()
      live.socket.off('connect', handler)
      live.socket.off('events.missed', handler)
    }
  }, [live, handler])
}
