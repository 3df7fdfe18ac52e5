import { setTimeout as sleep } from 'node:timers/promises'

import type { Message } from '@kundig/contract/chat/chat.contract'
import { REACTIONS } from '@kundig/contract/chat/reactions'
import type { Sql } from '@kundig/testing/database/test-database'
import { type PersistentTab, openPersistentTab } from '@kundig/testing/people/persistent-tab'
import type { Client, Person } from '@kundig/testing/people/test-client'

const CATCH_UP_LIMIT_MS = 30_000

/** Effects of a fault. All numbers except `acknowledged` and `changes` must be 0. */
export interface Cost {
  acknowledged: number
  /** Number of acknowledged messages missing or stored at another position, plus stored messages that a tab lacks. */
  lost: number
  doubled: number
  /** Number of messages before the sender's previous message, or not at the room's next position. */
  outOfOrder: number
  /** Number of acknowledged edits, deletions and reactions. */
  changes: number
  /** Number of acknowledged changes that are not stored, plus messages that a tab shows differently. */
  stale: number
}

interface ChatClient {
  person: Person
  roomId: string
  tab: PersistentTab
  written: number
  acknowledged: Message[]
  changes: Change[]
}

/** Acknowledged change of a message. `isIn` is true if a stored message contains the change. */
type Change = { seq: number; isIn: (row: StoredRow) => boolean }

export interface Talk {
  acknowledged: () => number
  /** Waits for `count` acknowledged messages, or the end of the talk. Throws when a tab gives up a message. */
  untilAcknowledged: (count: number) => Promise<void>
  write: (each: number) => Promise<void>
  over: Promise<void>
  stop: () => void
  isEveryoneConnected: () => boolean
  caughtUp: (sql: Sql) => Promise<void>
  cost: (sql: Sql) => Promise<Cost>
  close: () => void
}

export interface TalkOptions {
  rooms: number
  messagesEach?: number
  /** Servers or a proxy. Partners begin on the first and last server. A tab that loses its server tries the next. */
  servers: readonly [Client, ...Client[]]
}

interface StoredRow extends Record<string, unknown> {
  room_id: string
  seq: number
  sender_id: string
  client_id: string
  content: string
  deleted: boolean
  reactions: Record<string, string>
}

/** Counts stored messages that a tab lacks or shows differently. */
function countStaleMessages(rows: readonly StoredRow[], { shown }: PersistentTab): number {
  return rows.filter(({ content, deleted, reactions }, index) => {
    const message = shown[index]
    if (!message) return true
    if (deleted || message.kind === 'deleted') return deleted !== (message.kind === 'deleted')
    const shownReactions = message.reactions ?? []
    return (
      message.content !== content ||
      shownReactions.length !== Object.keys(reactions).length ||
      shownReactions.some(({ user_id, reaction }) => reactions[user_id] !== reaction)
    )
  }).length
}

export async function startTalk({ rooms, messagesEach = Infinity, servers }: TalkOptions): Promise<Talk> {
  const [first] = servers
  const turned = servers.toReversed() as [Client, ...Client[]]
  const seats: ChatClient[] = []
  for (let n = 0; n < rooms; n++) {
    const pair = [await first.profiled(), await first.profiled()] as const
    const { id } = await first.room(pair[0], pair[1])
    for (const [person, order] of [
      [pair[0], servers],
      [pair[1], turned],
    ] as const) {
      seats.push({
        person,
        roomId: id,
        tab: openPersistentTab(person, id, order),
        written: 0,
        acknowledged: [],
        changes: [],
      })
    }
  }
  const isEveryoneConnected = (): boolean => seats.every(({ tab }) => servers.some((one) => tab.isConnectedTo(one)))
  while (!isEveryoneConnected()) await sleep(10)

  const stopping = new AbortController()
  const send = async (seat: ChatClient): Promise<void> => {
    seat.acknowledged.push(await seat.tab.send(String(++seat.written)))
  }
  /** Repeats a change until it is answered. @returns true if it was acknowledged */
  const change = async (act: (server: Client) => Promise<{ status: number }>): Promise<boolean> => {
    for (let turn = 0; !stopping.signal.aborted; turn++) {
      const answer = await act(servers[turn % servers.length] ?? first).catch(() => null)
      if (answer && answer.status < 500 && answer.status !== 429) return answer.status < 300
      await sleep(20)
    }
    return false
  }
  /** Changes a message. Of every five calls, one edits, one deletes and one reacts. */
  const changeSome = async ({ person, roomId, acknowledged, changes }: ChatClient, nth: number): Promise<void> => {
    const [before, last] = acknowledged.slice(-2)
    if (!before || !last) return
    if (nth % 5 === 2) {
      // The edited text adds .5 to the message's number. The number stays below the next message's, so the order holds.
      const content = `${last.content}.5`
      if (await change((server) => server.editMessage(person, roomId, last.seq, content)))
        changes.push({ seq: last.seq, isIn: (row) => row.content === content })
    } else if (nth % 5 === 4) {
      if (await change((server) => server.deleteMessage(person, roomId, before.seq)))
        changes.push({ seq: before.seq, isIn: ({ deleted }) => deleted })
    } else if (nth % 5 === 0) {
      const [seq, reaction] = [last.seq - 1, REACTIONS[nth % REACTIONS.length] ?? null]
      if (await change((server) => server.reactTo(person, roomId, seq, reaction)))
        changes.push({ seq, isIn: ({ deleted, reactions }) => deleted || reactions[person.id] === reaction })
    }
  }
  const talk = async (seat: ChatClient): Promise<void> => {
    for (let n = 1; n <= messagesEach && !stopping.signal.aborted; n++) {
      try {
        await send(seat)
        await changeSome(seat, n)
      } catch (error) {
        if (!stopping.signal.aborted) throw error
      }
    }
  }
  const over = Promise.all(seats.map(talk)).then(() => undefined)
  over.catch(() => undefined)

  const stored = async (sql: Sql): Promise<Map<string, StoredRow[]>> => {
    const rows = await sql.query<StoredRow>(
      `SELECT room_id, seq, sender_id, client_id, content, deleted, coalesce(reactions, '{}') AS reactions
       FROM chat_messages ORDER BY room_id, seq`,
    )
    return Map.groupBy(rows, (row) => row.room_id)
  }

  async function waitForCatchUp(sql: Sql): Promise<void> {
    const all = await stored(sql)
    const deadline = performance.now() + CATCH_UP_LIMIT_MS
    const isBehind = ({ tab, roomId }: ChatClient): boolean => countStaleMessages(all.get(roomId) ?? [], tab) > 0
    while (seats.some(isBehind) && performance.now() < deadline) await sleep(10)
  }

  async function computeCost(sql: Sql): Promise<Cost> {
    await waitForCatchUp(sql)
    const all = await stored(sql)
    const sum: Cost = { acknowledged: 0, lost: 0, doubled: 0, outOfOrder: 0, changes: 0, stale: 0 }
    for (const { person, roomId, tab, written, acknowledged, changes } of seats) {
      const rows = all.get(roomId) ?? []
      const own = rows.filter(({ sender_id }) => sender_id === person.id)
      const shownIds = new Set(tab.shown.map(({ client_id }) => client_id))
      sum.acknowledged += acknowledged.length
      sum.lost += acknowledged.filter(({ seq, client_id }) => rows[seq - 1]?.client_id !== client_id).length
      sum.lost += rows.filter(({ client_id }) => !shownIds.has(client_id)).length
      // Contents are numbered, so that a message stored under two ids is also found.
      const numbered = own.filter(({ deleted }) => !deleted)
      sum.doubled += numbered.length - new Set(numbered.map(({ content }) => Math.floor(Number(content)))).size
      sum.doubled += Math.max(0, own.length - written)
      sum.doubled += tab.shown.length - shownIds.size
      sum.outOfOrder += numbered.filter(
        ({ content }, index) => Number(content) < Number(numbered[index - 1]?.content ?? 0),
      ).length
      sum.changes += changes.length
      sum.stale += changes.filter(({ seq, isIn }) => !rows.some((row) => row.seq === seq && isIn(row))).length
      sum.stale += countStaleMessages(rows, tab)
      sum.outOfOrder += rows.filter(({ seq }, index) => seq !== index + 1).length
      sum.outOfOrder += tab.shown.filter(({ client_id }, index) => rows[index]?.client_id !== client_id).length
    }
    return sum
  }

  const countAcknowledged = (): number => seats.reduce((total, { acknowledged }) => total + acknowledged.length, 0)
  const ended = new AbortController()
  over.finally(() => ended.abort()).catch(() => undefined)
  return {
    acknowledged: countAcknowledged,
    untilAcknowledged: async (count) => {
      while (countAcknowledged() < count && !ended.signal.aborted) await sleep(1)
      if (ended.signal.aborted) await over
    },
    write: async (each) => {
      await Promise.all(seats.flatMap((seat) => Array.from({ length: each }, () => send(seat))))
    },
    over,
    stop: () => stopping.abort(),
    isEveryoneConnected,
    caughtUp: waitForCatchUp,
    cost: computeCost,
    close: () => {
      stopping.abort()
      for (const { tab } of seats) tab.close()
    },
  }
}
