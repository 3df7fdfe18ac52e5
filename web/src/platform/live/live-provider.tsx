import { createContext, type ReactNode, use, useEffect, useState } from 'react'

import type { LiveConnection } from './live-connection.ts'

/** Delay before a retry of loading the connection's code (ms). */
const LOAD_AGAIN_AFTER_MS = 1000

const LiveContext = createContext<LiveConnection | null>(null)

/** Opens the live connection of a logged-in person. @param userId a change opens another connection */
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
    // Loading the code can fail, for example while the server restarts.
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

export function useLiveConnection(): LiveConnection | null {
  return use(LiveContext)
}
