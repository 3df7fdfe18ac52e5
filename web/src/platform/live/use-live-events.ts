import { useEffect, useSyncExternalStore } from 'react'

import type { ServerToClientEvents } from '@kundig/contract/live/live-events'

import type { LiveState } from './live-connection.ts'
import { useLiveConnection } from './live-provider.tsx'

export function useLiveState(): LiveState {
  const live = useLiveConnection()
  return useSyncExternalStore(
    (listener) => live?.onState(listener) ?? (() => undefined),
    () => live?.state ?? 'connecting',
    () => 'connecting',
  )
}

/** Handles a live event. The handler must be stable (module level or useCallback). */
export function useLiveEvent<Name extends keyof ServerToClientEvents>(
  name: Name,
  handler: ServerToClientEvents[Name],
): void {
  const live = useLiveConnection()
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

/** Calls `handler` when events may have been missed: now if already connected, and on each later connection. */
export function useMissedEvents(handler: () => void): void {
  const live = useLiveConnection()
  useEffect(() => live?.onEventsMissed(handler), [live, handler])
}
