import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import type { Message } from '@kundig/contract/chat/chat.contract'
import type { Acknowledged } from '@kundig/contract/live-events'

import { ACKNOWLEDGE_TIMEOUT_MS, type LiveConnection } from '../../platform/live/live-connection.ts'
import { useLive } from '../../platform/live/live-provider.tsx'
import { refreshSession, useSession } from '../auth/session.queries.ts'
import { receive, updateRooms } from './chat.queries.ts'
import { OutboxStore } from './outbox-store.ts'
import { createOutboxTabs } from './outbox-tabs.ts'
import { Outbox } from './outbox.ts'
import { countMessage } from './rooms-cache.ts'
import type { Unsent } from './unsent.ts'

interface Opened {
  live: LiveConnection
  userId: string
  outbox: Outbox
  close: () => void
}

/** The outbox of whoever is logged in; it outlives the screens. Another connection, or another person, opens another. */
let opened: Opened | null = null

function outboxOf(live: LiveConnection, userId: string, queryClient: QueryClient): Outbox {
  if (opened?.live === live && opened.userId === userId) return opened.outbox
  opened?.close()
  opened = open(live, userId, queryClient)
  return opened.outbox
}

function open(live: LiveConnection, userId: string, queryClient: QueryClient): Opened {
  const store = new OutboxStore(userId)
  const tabs = createOutboxTabs(userId)
  const outbox = new Outbox({
    store,
    tabs,
    ready: createReady(live, userId, queryClient),
    deliver: async ({ roomId, clientId, content }): Promise<Acknowledged<Message>> => {
      if (!live.socket.connected) throw new Error('Not connected')
      // oxlint-disable-next-line typescript/no-unsafe-assignment -- Socket.IO forgets the answer's type after `timeout`
      const answer: Acknowledged<Message> = await live.socket
        .timeout(ACKNOWLEDGE_TIMEOUT_MS)
        .emitWithAck('message.send', { room_id: roomId, client_id: clientId, content })
      return answer
    },
    onStored: (message) => {
      receive(queryClient, message.room_id, [message])
      updateRooms(queryClient, (rooms) => countMessage(rooms, message, message.sender_id))
    },
    pause: (attempt) => new Promise((resolve) => setTimeout(resolve, Math.min(300 * 2 ** (attempt - 1), 5000))),
    newId: () => crypto.randomUUID(),
  })
  return {
    live,
    userId,
    outbox,
    close: () => {
      outbox.close()
      tabs.close()
      void store.close()
    },
  }
}

/**
 * Waits for a connection that is the person's own. A connection made anew belongs to whoever is logged in by then,
 * in another tab perhaps: nothing of this person's may go out as theirs.
 */
function createReady(live: LiveConnection, userId: string, queryClient: QueryClient): () => Promise<void> {
  let checked: string | undefined
  return async () => {
    for (;;) {
      await untilConnected(live)
      const { id } = live.socket
      if (id !== undefined && id === checked) return
      const session = await refreshSession(queryClient).catch(() => undefined)
      if (session?.user.id === userId && live.socket.id === id) {
        checked = id
        return
      }
      await new Promise((resolve) => setTimeout(resolve, CHECK_AGAIN_AFTER_MS))
    }
  }
}

/** How long to wait before asking again whose connection it is (ms). */
const CHECK_AGAIN_AFTER_MS = 1000

function untilConnected({ socket }: LiveConnection): Promise<void> {
  if (socket.connected) return Promise.resolve()
  return new Promise((resolve) => {
    socket.once('connect', () => resolve())
  })
}

const NOTHING: readonly Unsent[] = []

export interface RoomOutbox {
  /** Messages on their way, in order. */
  unsent: readonly Unsent[]
  /** False while the connection is still being made for the first time. */
  isReady: boolean
  /** The browser keeps nothing: what is on its way would be lost with this tab. */
  isAtRisk: boolean
  /** Done once the message is kept. */
  send: (content: string) => Promise<void>
  retry: (clientId: string) => void
  drop: (clientId: string) => void
}

/** The outbox of whoever is logged in, or null while the connection's code is still on its way. */
function useOwnOutbox(): Outbox | null {
  const live = useLive()
  const session = useSession()
  const queryClient = useQueryClient()
  return live && session.status === 'in' ? outboxOf(live, session.session.user.id, queryClient) : null
}

/** Sends what waits from an earlier visit, whichever screen is shown. */
export function useSending(): void {
  useOwnOutbox()
}

/** A room's outbox. */
export function useOutbox(roomId: string): RoomOutbox {
  const outbox = useOwnOutbox()
  const unsent = useSyncExternalStore(
    (listener) => outbox?.subscribe(listener) ?? (() => undefined),
    () => outbox?.of(roomId) ?? NOTHING,
  )
  return {
    unsent,
    isReady: outbox !== null,
    isAtRisk: unsent.length > 0 && (outbox?.isAtRisk ?? false),
    send: async (content) => outbox?.add(roomId, content),
    retry: (clientId) => void outbox?.retry(roomId, clientId),
    drop: (clientId) => void outbox?.drop(clientId),
  }
}
