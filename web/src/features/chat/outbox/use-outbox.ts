import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'

import type { MessagePreview } from '@kundig/contract/chat/chat.contract'

import type { LiveConnection } from '../../../platform/live/live-connection.ts'
import { useLiveConnection } from '../../../platform/live/live-provider.tsx'
import { createStore, useStore } from '../../../platform/state/store.ts'
import { useSelectedValue } from '../../../platform/state/use-selected.ts'
import { useViewerId } from '../../auth/session-viewer.ts'
import { openOutbox } from './outbox-sending.ts'
import type { Outbox } from './outbox.ts'
import type { Unsent } from './unsent.ts'

const opened = createStore<{ userId: string; outbox: Outbox } | null>(null)

function openUserOutbox(live: LiveConnection, userId: string, queryClient: QueryClient): () => void {
  const { outbox, close } = openOutbox(live, userId, queryClient)
  const mine = { userId, outbox }
  opened.set(mine)
  return () => {
    if (opened.get() === mine) opened.set(null)
    close()
  }
}

const NOTHING: readonly Unsent[] = []
const NO_QUEUES = createStore<ReadonlyMap<string, readonly Unsent[]>>(new Map())

export interface RoomOutbox {
  unsent: readonly Unsent[]
  isReady: boolean
  /** True when the browser stores nothing: closing this tab would lose a message. */
  isAtRisk: boolean
  send: (content: string, replyTo?: MessagePreview) => Promise<void>
  retry: (clientId: string) => void
  drop: (clientId: string) => void
}

/** Maximum time that a file waits for the texts before it while there is a connection (ms). */
const ORDER_WAIT_MAX_MS = 5000
/** Interval between checks for unsent texts (ms). */
const ORDER_CHECK_EVERY_MS = 50

/**
 * Waits for a room's texts up to `sentAt` (ISO 8601) to be sent or fail. `ORDER_WAIT_MAX_MS` or `signal` ends the wait.
 * @returns true after a wait
 */
export async function waitUntilTextsSent(
  userId: string,
  { roomId, sentAt }: { roomId: string; sentAt: string },
  signal: AbortSignal,
): Promise<boolean> {
  const until = Date.now() + ORDER_WAIT_MAX_MS
  // At the start of a visit the outbox may still be opening.
  const isSent = (): boolean => {
    const current = opened.get()
    return current?.userId === userId && current.outbox.isSentUntil(roomId, sentAt)
  }
  if (isSent()) return false
  while (!isSent() && !signal.aborted && Date.now() < until)
    await new Promise((resolve) => setTimeout(resolve, ORDER_CHECK_EVERY_MS))
  return true
}

/** Opens the person's outbox, which also sends messages of earlier visits. Mount once, while logged in. */
export function useOutboxSending(): void {
  const live = useLiveConnection()
  const userId = useViewerId()
  const queryClient = useQueryClient()
  useEffect(
    () => (live && userId !== null ? openUserOutbox(live, userId, queryClient) : undefined),
    [live, userId, queryClient],
  )
}

export function useOutbox(roomId: string): RoomOutbox {
  const userId = useViewerId()
  const current = useStore(opened)
  // After another person logged in, the previous person's outbox must not show.
  const outbox = current?.userId === userId ? current.outbox : null
  const unsent = useSelectedValue(outbox?.queues ?? NO_QUEUES, (queues) => queues.get(roomId) ?? NOTHING)
  const retry = useCallback((clientId: string) => void outbox?.retry(roomId, clientId), [outbox, roomId])
  const drop = useCallback((clientId: string) => void outbox?.drop(clientId), [outbox])
  return {
    unsent,
    isReady: outbox !== null,
    isAtRisk: unsent.length > 0 && (outbox?.isAtRisk ?? false),
    send: async (content, replyTo) => {
      if (!outbox) throw new Error('There is no outbox yet')
      await outbox.add(roomId, content, replyTo)
    },
    retry,
    drop,
  }
}
