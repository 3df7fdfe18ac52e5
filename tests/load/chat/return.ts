import { randomUUID } from 'node:crypto'
import { on } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

import type { Figures } from '../figures.ts'
import { quantile } from '../search/http-rounds.ts'
import type { ChatUser } from './fill-people.ts'
import { connectClients } from './load-clients.ts'
import { copyPeople } from './rate.ts'
import type { ReturningTabs, TabsReport, TabsSay, Written } from './returning-tabs.ts'
import { kundig } from './systems.ts'
import type { TestEnvironment } from './test-environment.ts'

const KUNDIG_SERVER = new URL('./kundig-server.ts', import.meta.url)
const RETURNING_TABS = new URL('./returning-tabs.ts', import.meta.url)

/** Those who go on meanwhile, on the server to which the others come back. */
const OTHERS = 40
const OTHERS_PER_SECOND = 100
const QUIET_S = 10
const AT_A_TIME_S = 5
/** In so many rooms something is written while their people are away, or coming back: one after the other. */
const WRITTEN_ROOMS = 500
const WRITTEN_PAUSE_MS = 10
/** A message that the server has no time for is sent again, as the web application does (ms). */
const REPEAT_PAUSE_MS = 500
const REPEATS_MAX = 60
const DRAIN_MS = 5000
const P99_BUDGET_MS = 500

/** So many people, besides those who come back. */
export const PEOPLE_BESIDE = OTHERS

/**
 * Thousands of tabs lose their server at once, killed or drained, and come back to another one: what those notice who
 * were there already, whether anybody misses a message, and whether a tab asks more than once.
 *
 * "Others' p99" is from sending to the partner's event, until the last tab is back. Its reference
 * is the same people on the same server just before. Server, PostgreSQL, those who come back (a thread) and the others (another
 * thread, with the clock) share the machine: on two cores the tabs' own connecting takes processor time from the server, as
 * thousands of computers elsewhere would not, so the milliseconds are worse than a server of that size alone would show.
 * How much of either time it was is said beside them: the processor time of server and tabs, and how late the clock's own thread
 * was. If that is late itself, the figure tells of the load generator. Ten thousand new connections within seconds are more
 * than a process takes up at once (libuv takes one in each turn of its loop): some are reset, and come again.
 * @param users those who come back, and after them `PEOPLE_BESIDE` others
 */
export async function benchReturn(
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
    const databaseUrl = await copyPeople(environment, 'kundig_return')
    const lost = await environment.child(KUNDIG_SERVER, { DATABASE_URL: databaseUrl, DRAIN_DELAY_MS: String(DRAIN_MS) })
    const left = await environment.child(KUNDIG_SERVER, { DATABASE_URL: databaseUrl })
    const clients = await connectClients(kundig(left.url), others)
    const quiet = quantile(await clients.steadily(OTHERS_PER_SECOND, QUIET_S), 0.99)

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
    const cpuBefore = await left.cpuMs()
    if (how === 'killed') await lost.kill()
    const writing = writeInto(returning, left.url)
    // Whoever waits for it below hears of a failure.
    writing.catch(() => undefined)
    if (how === 'drained') await lost.stop()
    await tabs.said('back')
    back.abort()
    const tookMs = performance.now() - startedAt
    const cpuMs = (await left.cpuMs()) - cpuBefore
    const during = quantile(await under, 0.99)
    clock.disable()
    const { written, repeats } = await writing
    const report = await tabs.report(written)

    figures.say('all were back after', `${(tookMs / 1000).toFixed(1).padStart(8)} s`)
    figures.say('processor time meanwhile, of the server', `${(cpuMs / 1000).toFixed(1).padStart(8)} s`)
    figures.say('processor time meanwhile, of the tabs', `${report.cpuS.toFixed(1).padStart(8)} s`)
    figures.say('the clock was late, p99', `${(clock.percentile(99) / 1e6).toFixed(1).padStart(8)} ms`)
    figures.say('times that writing was answered 503, and repeated', String(repeats).padStart(8))
    figures.say('tries to come back that failed', String(report.failures).padStart(8))
    figures.say("others' p99 just before", `${quiet.toFixed(1).padStart(8)} ms`)
    figures.say("others' p99 meanwhile, of just before", `${(during / quiet).toFixed(2).padStart(8)}×`)
    figures.judge("others' p99 meanwhile", during, { atMost: P99_BUDGET_MS }, ' ms')
    figures.say('messages looked for, in both tabs of a room', String(report.lookedFor).padStart(8))
    figures.say('messages that were fetched, not heard live', String(report.fetched).padStart(8))
    figures.judge('messages that were not seen', report.unseen, { atMost: 0 }, '')
    figures.say('HTTP calls of the tab with the most', String(report.callsOfOneMost).padStart(8))
    figures.judge('HTTP calls that were answered, for each tab', report.calls / returning.length, { atMost: 1.01 }, '')
    await clients.leave()
    await left.stop()
  }
}

/** The tabs, in their thread. */
function openTabs(settings: ReturningTabs) {
  const thread = new Worker(RETURNING_TABS, { workerData: settings })
  // What they say waits here until it is asked for.
  const said = on(thread, 'message', { close: ['exit'] })
  const next = async (): Promise<TabsSay> => {
    const { value, done } = (await said.next()) as IteratorResult<[TabsSay], undefined>
    if (done === true) throw new Error('The tabs have ended')
    return value[0]
  }
  return {
    /** Waits for it. @throws what broke the thread, or Error when it says something else */
    said: async (what: TabsSay & string): Promise<void> => {
      const instead = await next()
      if (instead !== what) throw new Error(`The tabs say ${JSON.stringify(instead)} instead of ${what}`)
    },
    /** Tells them what was written. @returns what they saw, once they have left */
    report: async (written: Written): Promise<TabsReport> => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.postMessage(written)
      const report = await next()
      if (typeof report === 'string') throw new Error(`The tabs say ${report} instead of what they saw`)
      for await (const more of said) throw new Error(`The tabs say ${JSON.stringify(more)} after their last word`)
      return report
    },
  }
}

/**
 * Writes into rooms of people who are away.
 * @returns what both people of each room are to see, and how often it had to be sent again under the same client id
 */
async function writeInto(users: readonly ChatUser[], url: string): Promise<{ written: Written; repeats: number }> {
  const written: { content: string; tabs: number[] }[] = []
  const pairs = Math.floor(users.length / 2)
  const step = Math.max(1, Math.floor(pairs / WRITTEN_ROOMS))
  let repeats = 0
  for (let pair = 0; pair < pairs && written.length < WRITTEN_ROOMS; pair += step) {
    const sender = users[2 * pair]
    if (!sender) break
    const content = `Written while you were away ${randomUUID()}`
    const body = JSON.stringify({ client_id: randomUUID(), content })
    for (let tries = 1; !(await isWritten(sender, url, body)); tries++) {
      if (tries > REPEATS_MAX) throw new Error('Writing to somebody who is away does not succeed')
      repeats++
      await sleep(REPEAT_PAUSE_MS)
    }
    written.push({ content, tabs: [2 * pair, 2 * pair + 1] })
    await sleep(WRITTEN_PAUSE_MS)
  }
  return { written, repeats }
}

/** @returns false where it is to be sent again. @throws Error when it is refused */
async function isWritten({ roomId, cookie }: ChatUser, url: string, body: string): Promise<boolean> {
  const headers = { cookie, 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/chat-rooms/${roomId}/messages`, { method: 'POST', headers, body })
  await answer.arrayBuffer()
  if (!answer.ok && answer.status !== 503) throw new Error(`Writing to somebody who is away: ${answer.status}`)
  return answer.ok
}
