import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

import type { WebSocket } from 'ws'

import type { Message, RoomNews } from '@kundig/contract/chat/chat.contract'
import { returnPauseMs } from '@kundig/web/platform/live/return-pause'

import type { ChatUser } from './fill-people.ts'
import { closeAll, openAll } from './load-clients.ts'
import { kundig } from './systems.ts'

/**
 * Thousands of tabs, in a thread of their own: what they cost the load generator does not delay the clock of those whose
 * messages are timed. Each does what a tab of the web application does for its chats: it connects again after a pause by
 * the application's own rule, asks `chat.resume` with both counters of its room, takes live messages in the order of
 * their places, and asks again when one is missing, there is more, or it is told that events were missed. What else a
 * screen shows (requests, a seller's account) is not asked for here.
 */

/** What the web application waits at most before its first try, unless the server said something else (ms). */
const BACK_WITHIN_MS = 5000
const BACK_LIMIT_MS = 300_000
/** A message that is not shown by then is not seen (ms). */
const SEEN_LIMIT_MS = 20_000
/** So long after all are back their calls are still counted (ms). */
const QUIET_MS = 8000

/** Each person with an empty room; the server that they lose, and the one to which they come back. */
export interface ReturningTabs {
  users: readonly ChatUser[]
  lostUrl: string
  leftUrl: string
}

/** What was written while they were away: a content, and the places of both people whose room it is in. */
export type Written = readonly { content: string; tabs: readonly number[] }[]

/** What the thread says, in this order; after the second it waits to be told what was written. */
export type TabsSay = 'open' | 'back' | TabsReport

export interface TabsReport {
  /** Tries to connect or to resume that failed. */
  failures: number
  /** HTTP calls that were answered, of all tabs, from coming back until some seconds after the last was back. */
  calls: number
  callsOfOneMost: number
  /** How many were looked for: each message in both tabs of its room. */
  lookedFor: number
  unseen: number
  /** How many of those were fetched on coming back rather than heard live. */
  fetched: number
  /** Processor time of this thread (s) from the first cut until all were back. */
  cpuS: number
}

type Held = Pick<Message, 'seq' | 'content'>

const { users, lostUrl, leftUrl } = workerData as ReturningTabs
const system = kundig(leftUrl)
// A tab whose server is gone makes a connection of its own to the next.
const agent = new Agent({ keepAlive: false })

class Tab {
  readonly #user: ChatUser
  readonly shown: string[] = []
  socket: WebSocket | undefined
  failures = 0
  calls = 0
  fetched = 0
  #changeSeq = 0
  #isAsking = false
  #isWanted = false

  constructor(user: ChatUser) {
    this.#user = user
  }

  /** Waits until the connection is gone, and comes back. */
  async comeBack(lost: WebSocket | undefined, onCut: () => void): Promise<void> {
    let withinMs = BACK_WITHIN_MS
    await new Promise<void>((resolve) => {
      lost?.on('message', (data: Buffer) => {
        const asked = /^42\["server\.leaving",\{"back_within_ms":(\d+)/u.exec(data.toString('latin1', 0, 100))?.[1]
        if (asked !== undefined) withinMs = Number(asked)
      })
      lost?.removeAllListeners('close').once('close', () => resolve())
    })
    onCut()
    const deadline = performance.now() + BACK_LIMIT_MS
    for (;;) {
      await sleep(returnPauseMs(this.failures, withinMs))
      try {
        await this.#connect()
        return
      } catch (error) {
        if (performance.now() > deadline) throw error
        this.failures++
      }
    }
  }

  async #connect(): Promise<void> {
    const socket = await system.open(this.#user)
    socket.removeAllListeners('close').on('error', () => undefined)
    socket.on('message', (data: Buffer) => {
      if (data.length > 1) this.#hear(data.toString())
    })
    this.socket = socket
    try {
      await this.#resume()
    } catch (error) {
      socket.terminate()
      throw error
    }
  }

  #hear(packet: string): void {
    if (packet.startsWith('42["events.missed"')) this.#resumeAgain()
    if (!packet.startsWith('42["message.created"')) return
    const [, message] = JSON.parse(packet.slice(2)) as [string, Held]
    this.#take(message)
    if (message.seq > this.shown.length) this.#resumeAgain()
  }

  /** Shows a message if it is the next one; a gap is never shown. */
  #take({ seq, content }: Held): boolean {
    if (seq !== this.shown.length + 1) return false
    this.shown.push(content)
    return true
  }

  #resumeAgain(): void {
    this.#isWanted = true
    if (this.#isAsking) return
    this.#resume().catch(() => this.failures++)
  }

  async #resume(): Promise<void> {
    this.#isAsking = true
    try {
      for (let isOver = false; !isOver;) {
        this.#isWanted = false
        const held = { room_id: this.#user.roomId, last_seq: this.shown.length, change_seq: this.#changeSeq }
        const [news] = await ask(this.#user, held)
        this.calls++
        for (const message of news?.messages ?? []) if (this.#take(message)) this.fetched++
        this.#changeSeq = news?.change_seq ?? this.#changeSeq
        isOver = news?.has_more !== true && !this.#isWanted
      }
    } finally {
      this.#isAsking = false
    }
  }
}

/** @throws Error when it is not answered with 200 */
function ask({ cookie }: ChatUser, held: object): Promise<RoomNews[]> {
  return new Promise((resolve, reject) => {
    const body = JSON.stringify({ rooms: [held] })
    const headers = { cookie, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const asked = request(`${leftUrl}/api/chat-rooms/resume`, { method: 'POST', agent, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.on('error', reject).on('end', () => {
        if (answer.statusCode === 200) resolve((JSON.parse(text) as { rooms: RoomNews[] }).rooms)
        else reject(new Error(`Resuming was answered ${answer.statusCode}`))
      })
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const say = (what: TabsSay): void => parentPort?.postMessage(what)
const cpuS = (): number => {
  const { user, system: inSystem } = process.threadCpuUsage()
  return (user + inSystem) / 1e6
}

const sockets = await openAll(kundig(lostUrl), users)
const told = new Promise<Written>((resolve) => parentPort?.once('message', resolve))
const tabs = users.map((user) => new Tab(user))
let cpuBefore: number | undefined
const back = Promise.all(tabs.map((tab, place) => tab.comeBack(sockets[place], () => (cpuBefore ??= cpuS()))))
say('open')
await back
const cpuMeanwhile = cpuS() - (cpuBefore ?? 0)
say('back')
const written = await told
await sleep(QUIET_MS)
const places = written.flatMap(({ content, tabs: both }) => both.map((place) => ({ content, tab: tabs[place] })))
const isUnseen = ({ content, tab }: (typeof places)[number]): boolean => tab?.shown.includes(content) !== true
const deadline = performance.now() + SEEN_LIMIT_MS
while (places.some(isUnseen) && performance.now() < deadline) await sleep(100)
say({
  failures: tabs.reduce((sum, tab) => sum + tab.failures, 0),
  calls: tabs.reduce((sum, tab) => sum + tab.calls, 0),
  callsOfOneMost: tabs.reduce((most, tab) => Math.max(most, tab.calls), 0),
  lookedFor: places.length,
  unseen: places.filter(isUnseen).length,
  fetched: tabs.reduce((sum, tab) => sum + tab.fetched, 0),
  cpuS: cpuMeanwhile,
})
await closeAll(tabs.flatMap(({ socket }) => (socket ? [socket] : [])))
parentPort?.close()
