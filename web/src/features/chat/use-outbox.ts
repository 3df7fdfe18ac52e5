import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import type { Message } from '@kundig/contract/chat/chat.contract'
import type { Acknowledged } from '@kundig/contract/live-events'

import { ACKNOWLEDGE_TIMEOUT_MS, type LiveConnection } from '../../platform/live/live-connection.ts'
import { useLive } from '../../platform/live/live-provider.tsx'
import { receive, updateRooms } from './chat.queries.ts'
import { Outbox, type Unsent } from './outbox.ts'
import { countMessage } from './rooms-cache.ts'

/** One outbox for each live connection, so for each person who logs in; it outlives the screens. */
const outboxes = new WeakMap<LiveConnection, Outbox>()

function outboxOf(live: LiveConnection, queryClient: QueryClient): Outbox {
  const known = outboxes.get(live)
  if (known) return known
  const made = new Outbox({
    deliver: async ({ roomId, clientId, content }): Promise<Acknowledged<Message>> => {
      await untilConnected(live)
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
  outboxes.set(live, made)
  return made
}

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
  send: (content: string) => void
  retry: (clientId: string) => void
  drop: (clientId: string) => void
}

/** A room's outbox. */
export function useOutbox(roomId: string): RoomOutbox {
  const live = useLive()
  const queryClient = useQueryClient()
  const outbox = live && outboxOf(live, queryClient)
  const unsent = useSyncExternalStore(
    (listener) => outbox?.subscribe(listener) ?? (() => undefined),
    () => outbox?.of(roomId) ?? NOTHING,
  )
  return {
    unsent,
    isReady: outbox !== null,
    send: (content) => outbox?.add(roomId, content),
    retry: (clientId) => outbox?.retry(roomId, clientId),
    drop: (clientId) => outbox?.drop(roomId, clientId),
  }
}
