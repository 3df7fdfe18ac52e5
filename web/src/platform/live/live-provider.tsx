import { createContext, type ReactNode, use, useEffect, useState } from 'react'

import type { LiveConnection } from './live-connection.ts'

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
