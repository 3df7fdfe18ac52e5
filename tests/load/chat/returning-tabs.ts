import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

import type { WebSocket } from 'ws'

import type { Message, RoomChanges } from '@kundig/contract/chat/chat.contract'
import { computeReconnectPauseMs } from '@kundig/web/platform/live/return-pause'

import type { ChatUser } from './fill-people.ts'
import { closeSockets, openSockets } from './load-clients.ts'
import { createKundigSystem } from './systems.ts'

/**
 * Runs thousands of tabs in a separate thread, so that they do not delay the clock of measured messages. Each acts like
 * a tab of the web application with its chats: it reconnects after a pause and calls `chat.resume` with both counters.
 * The tab applies live messages in order, and resumes again after a gap or a notice of missed events.
 */

/** Maximum wait of the web application before its first reconnect, unless the server sets another wait (ms). */
const BACK_WITHIN_MS = 5000
const BACK_LIMIT_MS = 300_000
/** Time within which a tab must show a message (ms). */
const SEEN_LIMIT_MS = 20_000
/** Period after the last tab's return in which calls still count (ms). */
const QUIET_MS = 8000

export interface ReturningTabs {
  users: readonly ChatUser[]
  lostUrl: string
  leftUrl: string
}

/** Messages sent while tabs were disconnected: the content, and the indexes of both people's tabs. */
export type Written = readonly { content: string; tabs: readonly number[] }[]

/** Messages of the tabs' thread, in this order. After `back` the thread waits for the list of written messages. */
export type TabsMessage = 'open' | 'back' | TabsReport

export interface TabsReport {
  failures: number
  /** Number of answered HTTP calls of all tabs, until some seconds after the last tab's return. */
  calls: number
  callsOfOneMost: number
  lookedFor: number
  unseen: number
  /** Number of messages that tabs fetched on return instead of receiving them live. */
  fetched: number
  /** Processor time of the tabs' thread from the first lost connection to the last return (s). */
  cpuS: number
}

type Held = Pick<Message, 'seq' | 'content'>

const { users, lostUrl, leftUrl } = workerData as ReturningTabs
const system = createKundigSystem(leftUrl)
// Connections are not kept alive, because a tab that loses its server connects to the next server.
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
      await sleep(computeReconnectPauseMs(this.failures, withinMs))
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
        const [news] = await requestResume(this.#user, held)
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

function requestResume({ cookie }: ChatUser, held: object): Promise<RoomChanges[]> {
  return new Promise((resolve, reject) => {
    const body = JSON.stringify({ rooms: [held] })
    const headers = { cookie, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const asked = request(`${leftUrl}/api/chat-rooms/resume`, { method: 'POST', agent, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.on('error', reject).on('end', () => {
        if (answer.statusCode === 200) resolve((JSON.parse(text) as { rooms: RoomChanges[] }).rooms)
        else reject(new Error(`Resuming was answered ${answer.statusCode}`))
      })
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const post = (what: TabsMessage): void => parentPort?.postMessage(what)
const cpuS = (): number => {
  const { user, system: inSystem } = process.threadCpuUsage()
  return (user + inSystem) / 1e6
}

const sockets = await openSockets(createKundigSystem(lostUrl), users)
const writtenSent = new Promise<Written>((resolve) => parentPort?.once('message', resolve))
const tabs = users.map((user) => new Tab(user))
let cpuBefore: number | undefined
const back = Promise.all(tabs.map((tab, place) => tab.comeBack(sockets[place], () => (cpuBefore ??= cpuS()))))
post('open')
await back
const cpuMeanwhile = cpuS() - (cpuBefore ?? 0)
post('back')
const written = await writtenSent
await sleep(QUIET_MS)
const places = written.flatMap(({ content, tabs: both }) => both.map((place) => ({ content, tab: tabs[place] })))
const isUnseen = ({ content, tab }: (typeof places)[number]): boolean => tab?.shown.includes(content) !== true
const deadline = performance.now() + SEEN_LIMIT_MS
while (places.some(isUnseen) && performance.now() < deadline) await sleep(100)
post({
  failures: tabs.reduce((sum, tab) => sum + tab.failures, 0),
  calls: tabs.reduce((sum, tab) => sum + tab.calls, 0),
  callsOfOneMost: tabs.reduce((most, tab) => Math.max(most, tab.calls), 0),
  lookedFor: places.length,
  unseen: places.filter(isUnseen).length,
  fetched: tabs.reduce((sum, tab) => sum + tab.fetched, 0),
  cpuS: cpuMeanwhile,
})
await closeSockets(tabs.flatMap(({ socket }) => (socket ? [socket] : [])))
parentPort?.close()
