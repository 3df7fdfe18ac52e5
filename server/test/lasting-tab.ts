import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Message } from '@kundig/contract/chat/chat.contract'
import type { ErrorCode } from '@kundig/contract/errors'

import { type Client, type Person, type Tab, tabOf } from './test-client.ts'

/** A tab tries to come back this often (ms). */
const RETRY_MS = 50
/** What a tab sends again upon, as the web application's outbox does. */
const PASSING: readonly ErrorCode[] = ['UNAVAILABLE', 'UNEXPECTED', 'SEND_FAILED']

export interface LastingTab {
  /** What it shows: an unbroken run of the room's messages, in order. */
  shown: readonly Message[]
  /** Every event that arrived, over all its connections. */
  received: Tab['received']
  isConnectedTo: (server: Client) => boolean
  /** Sends until it is acknowledged, under one client id. */
  send: (content: string) => Promise<Message>
  close: () => void
}

/**
 * A tab that shows one room as the web application does: it comes back by itself, asks for what follows the
 * last place that it holds, drops doubles, and asks again upon a gap or when it is told that it may have missed something.
 * @param servers clients of all servers that it may connect to, one after the other; the first one first
 */
export function openLastingTab(person: Person, roomId: string, servers: readonly [Client, ...Client[]]): LastingTab {
  const shown: Message[] = []
  const received: Tab['received'] = []
  let turn = 0
  let isClosed = false
  let isCatchingUp = false
  let isWanted = false
  let announced = 0
  let tab = connect()

  function server(): Client {
    return servers[turn % servers.length] ?? servers[0]
  }

  function connect(): Tab {
    const made = tabOf(server().socketOf(person))
    made.socket.onAny((name: string, payload: unknown) => received.push({ name, payload }))
    made.socket.on('message.created', (message) => take(message))
    made.socket.on('connect', () => void catchUp())
    made.socket.on('events.missed', () => void catchUp())
    let isOver = false
    const toNext = (): void => {
      if (isOver || isClosed) return
      isOver = true
      turn++
      setTimeout(() => {
        if (!isClosed) tab = connect()
      }, RETRY_MS)
    }
    made.socket.on('disconnect', toNext)
    made.socket.on('connect_error', toNext)
    made.socket.connect()
    return made
  }

  function take(message: Message): void {
    if (message.room_id !== roomId) return
    announced = Math.max(announced, message.seq)
    if (message.seq === shown.length + 1) shown.push(message)
    else if (message.seq > shown.length) void catchUp()
  }

  async function catchUp(): Promise<void> {
    isWanted = true
    if (isCatchingUp) return
    isCatchingUp = true
    for (;;) {
      isWanted = false
      try {
        const { rooms } = await server().resume(person, [{ room_id: roomId, last_seq: shown.length, change_seq: 0 }])
        const [news] = rooms
        for (const message of news?.messages ?? []) if (message.seq === shown.length + 1) shown.push(message)
        // What came while the answer was on its way may be newer than the answer.
        if (isClosed || (!isWanted && shown.length >= Math.max(news?.last_seq ?? 0, announced))) break
      } catch {
        if (isClosed) break
        await sleep(RETRY_MS)
      }
    }
    isCatchingUp = false
  }

  return {
    shown,
    received,
    isConnectedTo: (one) => tab.socket.connected && server() === one,
    send: async (content) => {
      const clientId = randomUUID()
      for (;;) {
        const answer = tab.socket.connected ? await tab.send(roomId, content, clientId).catch(() => null) : null
        if (answer?.ok === true) return answer.result
        if (isClosed || (answer && !PASSING.includes(answer.code))) throw new Error(answer?.code ?? 'closed')
        await sleep(5)
      }
    },
    close: () => {
      isClosed = true
      tab.socket.disconnect()
    },
  }
}
