import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { WebSocket } from 'ws'

import { returnPauseMs } from '../../web/src/platform/live/return-pause.ts'
import type { Figures } from '../figures.ts'
import { quantile } from '../search/http-rounds.ts'
import { closeAll, gather, openAll } from './crowd.ts'
import type { Talker } from './fill-people.ts'
import { copyPeople } from './rate.ts'
import type { Stage } from './stage.ts'
import { kundig } from './systems.ts'

const KUNDIG_SERVER = new URL('./kundig-server.ts', import.meta.url)

/** Those who go on meanwhile, on the server to which the others come back. */
const OTHERS = 40
const OTHERS_PER_SECOND = 100
const QUIET_S = 10
const RETURN_S = 25
/** In so many rooms something is written while their people are away. */
const WRITTEN_ROOMS = 100
const DRAIN_MS = 5000
/** What the web application waits at most before its first try, unless the server said something else (ms). */
const BACK_WITHIN_MS = 5000
const BACK_LIMIT_MS = 120_000
const P99_BUDGET_MS = 500

/** So many people, besides those who come back. */
export const PEOPLE_BESIDE = OTHERS

/**
 * Thousands of tabs lose their server at once, killed or drained, and come back to another one: what those notice who
 * were there already, and whether anybody misses a message. The reference is how it was for the same people on the same
 * server just before.
 * @param talkers those who come back, and after them `PEOPLE_BESIDE` others
 */
export async function benchReturn(stage: Stage, figures: Figures, talkers: readonly Talker[]): Promise<void> {
  const returning = talkers.slice(0, -OTHERS)
  const others = talkers.slice(-OTHERS)
  for (const how of ['killed', 'drained'] as const) {
    figures.heading(
      `${returning.length} tabs come back, their server ${how}, while others send ${OTHERS_PER_SECOND} a second`,
    )
    const databaseUrl = await copyPeople(stage, 'kundig_return')
    const lost = await stage.child(KUNDIG_SERVER, { DATABASE_URL: databaseUrl, DRAIN_DELAY_MS: String(DRAIN_MS) })
    const left = await stage.child(KUNDIG_SERVER, { DATABASE_URL: databaseUrl })
    const crowd = await gather(kundig(left.url), others)
    const quiet = quantile(await crowd.steadily(OTHERS_PER_SECOND, QUIET_S), 0.99)

    const sockets = await openAll(kundig(lost.url), returning)
    const under = crowd.steadily(OTHERS_PER_SECOND, RETURN_S)
    await sleep(1000)
    const startedAt = performance.now()
    const back = returning.map((talker, index) => comeBack(sockets[index], talker, left.url))
    if (how === 'killed') await lost.kill()
    const written = writeInto(returning, left.url)
    if (how === 'drained') await lost.stop()
    const tabs = await Promise.all(back)
    const tookMs = performance.now() - startedAt
    const during = quantile(await under, 0.99)

    let unseen = 0
    for (const [index, content] of await written) {
      const tab = tabs[index]
      if (tab && !(await tab.sees(content))) unseen++
    }
    figures.say('all were back after', `${(tookMs / 1000).toFixed(1).padStart(8)} s`)
    figures.say('tries that failed', String(tabs.reduce((sum, { failures }) => sum + failures, 0)).padStart(8))
    figures.say("others' p99 just before", `${quiet.toFixed(1).padStart(8)} ms`)
    figures.say("others' p99 meanwhile, of just before", `${(during / quiet).toFixed(2).padStart(8)}×`)
    figures.judge("others' p99 meanwhile", during, { atMost: P99_BUDGET_MS }, ' ms')
    figures.judge('messages that were not seen', unseen, { atMost: 0 }, '')
    await closeAll(tabs.map(({ socket }) => socket))
    await crowd.leave()
    await left.stop()
  }
}

interface ReturnedTab {
  socket: WebSocket
  failures: number
  /** Whether this tab was given a message: fetched on coming back, or live since. */
  sees: (content: string) => Promise<boolean>
}

/** Waits until a tab's connection is gone, and connects again as the web application does. */
async function comeBack(socket: WebSocket | undefined, talker: Talker, url: string): Promise<ReturnedTab> {
  let withinMs = BACK_WITHIN_MS
  await new Promise<void>((resolve) => {
    socket?.on('message', (data: Buffer) => {
      const asked = /^42\["server\.leaving",\{"back_within_ms":(\d+)/u.exec(data.toString('latin1', 0, 100))?.[1]
      if (asked !== undefined) withinMs = Number(asked)
    })
    socket?.removeAllListeners('close').once('close', () => resolve())
  })
  const deadline = performance.now() + BACK_LIMIT_MS
  for (let failures = 0; ; failures++) {
    await sleep(returnPauseMs(failures, withinMs))
    try {
      return { ...(await resume(talker, url)), failures }
    } catch (error) {
      if (performance.now() > deadline) throw error
    }
  }
}

/** What a tab does to have everything again: the one place that knows. */
async function resume(talker: Talker, url: string): Promise<Omit<ReturnedTab, 'failures'>> {
  const socket = await kundig(url).open(talker)
  const live: string[] = []
  socket.removeAllListeners('close').on('error', () => undefined)
  socket.on('message', (data: Buffer) => {
    if (data.length > 1) live.push(data.toString())
  })
  const answer = await fetch(`${url}/api/chat-rooms/${talker.roomId}/messages?after_seq=0`, {
    headers: { cookie: talker.cookie },
  })
  const fetched = await answer.text()
  if (!answer.ok) {
    socket.terminate()
    throw new Error(`The messages of a room: ${answer.status}`)
  }
  return {
    socket,
    sees: async (content) => {
      for (let look = 0; look < 50; look++) {
        if (fetched.includes(content) || live.some((packet) => packet.includes(content))) return true
        await sleep(100)
      }
      return false
    },
  }
}

/** Writes into rooms of people who are away. @returns who is to see what: the place of the partner, and the content */
async function writeInto(talkers: readonly Talker[], url: string): Promise<[number, string][]> {
  const written: [number, string][] = []
  const pairs = Math.floor(talkers.length / 2)
  const step = Math.max(1, Math.floor(pairs / WRITTEN_ROOMS))
  for (let pair = 0; pair < pairs && written.length < WRITTEN_ROOMS; pair += step) {
    const sender = talkers[2 * pair]
    if (!sender) break
    const content = `Written while you were away ${randomUUID()}`
    const answer = await fetch(`${url}/api/chat-rooms/${sender.roomId}/messages`, {
      method: 'POST',
      headers: { cookie: sender.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ client_id: randomUUID(), content }),
    })
    if (!answer.ok) throw new Error(`Writing to somebody who is away: ${answer.status}`)
    written.push([2 * pair + 1, content])
    await sleep(20)
  }
  return written
}
