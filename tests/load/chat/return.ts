import { randomUUID } from 'node:crypto'
import { on } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

import type { Figures } from '../figures.ts'
import { readProcessorMs } from '../processes.ts'
import { computeQuantile } from '../search/http-rounds.ts'
import { KUNDIG_SERVER } from './contestants.ts'
import type { ChatUser } from './fill-people.ts'
import { connectClients } from './load-clients.ts'
import { copyPeopleDatabase } from './rate.ts'
import type { ReturningTabs, TabsReport, TabsMessage, Written } from './returning-tabs.ts'
import { createKundigSystem } from './systems.ts'
import type { TestEnvironment } from './test-environment.ts'

const RETURNING_TABS = new URL('./returning-tabs.ts', import.meta.url)

const OTHERS = 40
const OTHERS_PER_SECOND = 100
const QUIET_S = 10
const AT_A_TIME_S = 5
const WRITTEN_ROOMS = 500
const WRITTEN_PAUSE_MS = 10
/** Pause before sending a message again, as the web application does (ms). */
const REPEAT_PAUSE_MS = 500
const REPEATS_MAX = 60
const DRAIN_MS = 5000
const P99_BUDGET_MS = 500

export const PEOPLE_BESIDE = OTHERS

/**
 * Thousands of tabs lose their server, which is killed or drained, and return to another server. Measures the effect on
 * other people, lost messages and repeated calls of a tab. "Others' p99" is the time from sending to the partner's
 * event until the last tab is back, compared with the same people just before. All share the machine: on two cores,
 * connecting tabs take processor time from the server, so real servers are faster. Also prints processor times and the
 * delay of the clock's thread: at a high delay, the figure measures the load generator. A process cannot accept ten
 * thousand connections within seconds (libuv accepts one per loop turn), so some connections are reset and retried.
 * @param users the returning people, then `PEOPLE_BESIDE` other people
 */
export async function benchReturningTabs(
  environment: TestEnvironment,
  figures: Figures,
  users: readonly ChatUser[],
): Promise<void> {
  const returning = users.slice(0, -OTHERS)
  const others = users.slice(-OTHERS)
  for (const how of ['killed', 'drained'] as const) {
    figures.heading(
      `${returning.length} tabs come back, their server ${how}, while others send ${OTHERS_PER_SECOND} a second`,
    )
    const databaseUrl = await copyPeopleDatabase(environment, 'kundig_return')
    const lost = await environment.child(KUNDIG_SERVER, { DATABASE_URL: databaseUrl, DRAIN_DELAY_MS: String(DRAIN_MS) })
    const left = await environment.child(KUNDIG_SERVER, { DATABASE_URL: databaseUrl })
    const clients = await connectClients(createKundigSystem(left.url), others)
    const quiet = computeQuantile(await clients.steadily(OTHERS_PER_SECOND, QUIET_S), 0.99)

    const tabs = openTabs({ users: returning, lostUrl: lost.url, leftUrl: left.url })
    await tabs.said('open')
    const clock = monitorEventLoopDelay({ resolution: 1 })
    clock.enable()
    const back = new AbortController()
    const under = (async (): Promise<number[]> => {
      const times: number[] = []
      while (!back.signal.aborted) times.push(...(await clients.steadily(OTHERS_PER_SECOND, AT_A_TIME_S)))
      return times.toSorted((a, b) => a - b)
    })()
    under.catch(() => undefined)
    await sleep(1000)
    const startedAt = performance.now()
    const cpuBefore = readProcessorMs(left.pid)
    if (how === 'killed') await lost.kill()
    const writing = sendToOfflineUsers(returning, left.url)
    writing.catch(() => undefined)
    if (how === 'drained') await lost.stop()
    await tabs.said('back')
    back.abort()
    const tookMs = performance.now() - startedAt
    const cpuMs = readProcessorMs(left.pid) - cpuBefore
    const during = computeQuantile(await under, 0.99)
    clock.disable()
    const { written, repeats } = await writing
    const report = await tabs.report(written)

    figures.log('all were back after', `${(tookMs / 1000).toFixed(1).padStart(8)} s`)
    figures.log('processor time of the server until then', `${(cpuMs / 1000).toFixed(1).padStart(8)} s`)
    figures.log('processor time of the tabs until then', `${report.cpuS.toFixed(1).padStart(8)} s`)
    figures.log('delay of the event loop, p99', `${(clock.percentile(99) / 1e6).toFixed(1).padStart(8)} ms`)
    figures.log('messages answered 503 and sent again', String(repeats).padStart(8))
    figures.log('failed attempts to resume', String(report.failures).padStart(8))
    figures.log("others' p99 just before", `${quiet.toFixed(1).padStart(8)} ms`)
    figures.log("others' p99 during it, relative to before", `${(during / quiet).toFixed(2).padStart(8)}×`)
    figures.judge("others' p99 meanwhile", during, { atMost: P99_BUDGET_MS }, ' ms')
    figures.log('messages looked for, in both tabs of a room', String(report.lookedFor).padStart(8))
    figures.log('messages that were fetched, not received live', String(report.fetched).padStart(8))
    figures.judge('messages that were not seen', report.unseen, { atMost: 0 }, '')
    figures.log('HTTP calls of the tab with the most', String(report.callsOfOneMost).padStart(8))
    figures.judge('HTTP calls that were answered, for each tab', report.calls / returning.length, { atMost: 1.01 }, '')
    await clients.leave()
    await left.stop()
  }
}

function openTabs(settings: ReturningTabs) {
  const thread = new Worker(RETURNING_TABS, { workerData: settings })
  const said = on(thread, 'message', { close: ['exit'] })
  const next = async (): Promise<TabsMessage> => {
    const { value, done } = (await said.next()) as IteratorResult<[TabsMessage], undefined>
    if (done === true) throw new Error('the worker of the tabs has exited')
    return value[0]
  }
  return {
    said: async (what: TabsMessage & string): Promise<void> => {
      const instead = await next()
      if (instead !== what) throw new Error(`the tabs sent ${JSON.stringify(instead)} instead of ${what}`)
    },
    report: async (written: Written): Promise<TabsReport> => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.postMessage(written)
      const report = await next()
      if (typeof report === 'string') throw new Error(`the tabs sent ${report} instead of their report`)
      for await (const more of said) throw new Error(`the tabs sent ${JSON.stringify(more)} after their report`)
      return report
    },
  }
}

/** Sends messages to people whose tabs are away. @returns the messages, and the number of repeated sends */
async function sendToOfflineUsers(
  users: readonly ChatUser[],
  url: string,
): Promise<{ written: Written; repeats: number }> {
  const written: { content: string; tabs: number[] }[] = []
  const pairs = Math.floor(users.length / 2)
  const step = Math.max(1, Math.floor(pairs / WRITTEN_ROOMS))
  let repeats = 0
  for (let pair = 0; pair < pairs && written.length < WRITTEN_ROOMS; pair += step) {
    const sender = users[2 * pair]
    if (!sender) break
    const content = `Written while you were away ${randomUUID()}`
    const body = JSON.stringify({ client_id: randomUUID(), content })
    for (let tries = 1; !(await trySendingMessage(sender, url, body)); tries++) {
      if (tries > REPEATS_MAX)
        throw new Error(`a message to an offline person was not stored after ${REPEATS_MAX} retries`)
      repeats++
      await sleep(REPEAT_PAUSE_MS)
    }
    written.push({ content, tabs: [2 * pair, 2 * pair + 1] })
    await sleep(WRITTEN_PAUSE_MS)
  }
  return { written, repeats }
}

async function trySendingMessage({ roomId, cookie }: ChatUser, url: string, body: string): Promise<boolean> {
  const headers = { cookie, 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/chat-rooms/${roomId}/messages`, { method: 'POST', headers, body })
  await answer.arrayBuffer()
  if (!answer.ok && answer.status !== 503) throw new Error(`sending to an offline person: ${answer.status}`)
  return answer.ok
}
