import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react'

import type { ServerToClientEvents } from '@kundig/contract/live-events'

import type { LiveConnection, LiveState } from './live-connection.ts'

/** How long to wait before fetching the connection's code again (ms). */
const LOAD_AGAIN_AFTER_MS = 1000

const LiveContext = createContext<LiveConnection | null>(null)

/**
 * Opens the live connection while someone is logged in. The client library is fetched only then.
 * @param userId who is logged in, or null; another person means another connection
 * @param onEnded called when the server says that the session is over
 */
export function LiveProvider({
  userId,
  onEnded,
  children,
}: {
  userId: string | null
  onEnded: () => void
  children: ReactNode
}) {
  const [connection, setConnection] = useState<LiveConnection | null>(null)
  useEffect(() => {
    if (userId === null) return undefined
    let live: LiveConnection | null = null
    let left = false
    const open = async (): Promise<void> => {
      const { LiveConnection: Connection } = await import('./live-connection.ts')
      if (left) return
      live = new Connection(userId, onEnded)
      setConnection(live)
      live.connect()
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    // The code itself may be out of reach for a while, as when the server restarts just now.
    const openOrRetry = (): void => {
      open().catch(() => {
        if (!left) timer = setTimeout(openOrRetry, LOAD_AGAIN_AFTER_MS)
      })
    }
    openOrRetry()
    return () => {
      left = true
      clearTimeout(timer)
      live?.close()
      setConnection(null)
    }
  }, [userId, onEnded])
  return <LiveContext value={connection}>{children}</LiveContext>
}

/** The live connection, or null while logged out or still loading. */
export function useLive(): LiveConnection | null {
  return use(LiveContext)
}

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
