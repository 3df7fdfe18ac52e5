import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

import { type Client, toCookieHeader, type Person } from '@kundig/testing/people/test-client'

import { formatTally, times } from './answers.ts'
import type { OneFlooding } from './one-flooding.ts'
import { judgeService, measureService, type Service } from './overload.ts'
import type { Attempt, Report } from './report.ts'
import type { TestEnvironment } from './test-environment.ts'
import { waitUntil } from './until.ts'

/** Time for a flood to start (ms). */
const BEGINS_MS = 1000
/** Maximum ratio of a server's memory after a flood to its memory before. */
const MEMORY_TIMES = 1.3
const SENDERS = 12
const MESSAGES = 100_000
const SAID = 20

/** Floods a server with the real limits by one account or address. */
export async function attackFromOneSource(environment: TestEnvironment, report: Report): Promise<void> {
  const { site } = environment
  const limited = await environment.limited()
  const [attacker, accomplice] = await Promise.all([site.profiled(), site.profiled()])
  const roomId = (await site.room(attacker, accomplice)).id
  const measure = async (): Promise<Service> => {
    const reader = await site.profiled()
    return measureService(() => limited.api(reader, 'GET', '/api/chat-rooms'))
  }
  await measure()
  const before = await measure()

  const account = { cookie: toCookieHeader(attacker), roomId }
  const sockets = (count: number): OneFlooding => ({
    url: limited.url,
    kind: 'sockets',
    count,
    ...account,
  })
  const address = (path: string): OneFlooding => ({ url: limited.url, kind: 'addresses', path })
  const senders = () =>
    Promise.all(
      times(SENDERS, async () => {
        const person = await site.profiled()
        return { cookie: toCookieHeader(person), roomId: (await site.room(person, accomplice)).id }
      }),
    )
  const floods: [string, OneFlooding][] = [
    ['10 sockets of one account, each within its limit', sockets(10)],
    ['25 sockets of one account', sockets(25)],
    ['30 sockets of one account', sockets(30)],
    ['pages of rooms and messages for one account', { url: limited.url, kind: 'pages', ...account }],
    ['resumptions of one account', { url: limited.url, kind: 'resumptions', ...account }],
    ['searches of one address', { url: limited.url, kind: 'searches' }],
    ['500 wrong sign-ins at once, again and again', { url: limited.url, kind: 'sign-ins' }],
    ['one address that joins the waiting list', { url: limited.url, kind: 'waiting list' }],
    ['live sessions of one visitor', address('/live/?EIO=4&transport=polling')],
    ['the API’s description for one visitor', address('/api/openapi.json')],
    ['a profile for one visitor', { url: limited.url, kind: 'profile', personId: attacker.id }],
    ['pictures one pixel wide', { url: limited.url, kind: 'pictures', ...account, personId: attacker.id }],
    ['slow uploads of twelve accounts', { url: limited.url, kind: 'slow uploads', senders: await senders() }],
    ['their own data, five times', { url: limited.url, kind: 'own data', ...account }],
  ]
  await fillRoom(environment, roomId, attacker.id)
  await report.guarantee(
    'A flooding account or address delays no others and loses none of their messages',
    async (attempt) => {
      for (const [what, flooding] of floods) {
        const pair: [Person, Person] = [await site.profiled(), await site.profiled()]
        const theirs = (await site.room(...pair)).id
        const memoryBefore = await environment.memoryOfLimited()
        const attackers = new Worker(new URL('one-flooding.ts', import.meta.url), { workerData: flooding })
        await once(attackers, 'online')
        await sleep(BEGINS_MS)
        const [during, lost] = await Promise.all([measure(), sendRoomMessages(limited, theirs, pair)])
        await judgeMemory(environment, report, attempt, what, memoryBefore)
        await attackers.terminate()
        await judgeService(report, attempt, what, before, during)
        await attempt(`${what}: messages between others`, () => lost, `200 ×${SAID}, ${SAID} arrived`)
      }
      await attempt('afterwards', () => limited.api(accomplice, 'GET', '/api/chat-rooms'), '200')
    },
  )
}

async function fillRoom({ sql }: TestEnvironment, roomId: string, senderId: string): Promise<void> {
  await sql(
    `INSERT INTO chat_messages (room_id, seq, sender_id, client_id, content, created_at, updated_at)
     SELECT $1, 1000 + n, $2, gen_random_uuid(), 'Message ' || n || ' of a long talk about kitchens', now(), now()
     FROM generate_series(1, $3::int) n`,
    [roomId, senderId, MESSAGES],
  )
}

async function judgeMemory(
  { memoryOfLimited }: TestEnvironment,
  report: Report,
  attempt: Attempt,
  attack: string,
  before: number | null,
): Promise<void> {
  const during = await memoryOfLimited()
  if (before === null || during === null) return
  const ratio = during / before
  report.note(`  memory: ${ratio.toFixed(2)} times what it was, with ${attack}`)
  await report.time(attempt, `${attack}: memory`, ratio <= MEMORY_TIMES, ratio.toFixed(2))
}

/** Sends messages between two people. @returns the answers, and the number of messages that arrived */
async function sendRoomMessages(server: Client, roomId: string, [one, other]: [Person, Person]): Promise<string> {
  const [tab, partner] = await Promise.all([server.live(one), server.live(other)])
  const answers: string[] = []
  for (const n of times(SAID, (index) => index)) {
    const answer = await tab.send(roomId, `Number ${n} of a quiet talk`)
    answers.push(answer.ok ? '200' : answer.code)
    await sleep(50)
  }
  await waitUntil(() => partner.listEvents('message.created').length >= SAID, 'what was said').catch(() => undefined)
  const arrived = partner.listEvents('message.created').length
  tab.socket.disconnect()
  partner.socket.disconnect()
  return `${formatTally(answers)}, ${arrived} arrived`
}
