import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

import { createPdf } from '@kundig/testing/files/made-files'
import { sendFileOrThrow } from '@kundig/testing/people/file-sending'
import { toOutcome } from '@kundig/testing/people/outcome'
import { type Answer, toCookieHeader, type Person } from '@kundig/testing/people/test-client'

import { times } from './answers.ts'
import type { Flooding } from './flooding.ts'
import type { Attempt, Report } from './report.ts'
import type { TestEnvironment } from './test-environment.ts'
import { waitUntil } from './until.ts'

/** Maximum time until the server disconnects a slow client (ms). It follows from timeouts and the check interval. */
const SLOW_LIMIT_MS = 110_000
const SLOW_LIMIT_BUSY_MS = 240_000
/** Time after which slow readers are checked (ms). A client that does not read cannot detect a closed connection. */
const SLOW_READ_MS = 100_000
const LORISES = 100
const SLOW_READERS = 20
const DRIP_MS = 1000
/** Guaranteed 99th percentile of other people's answers during an attack (ms). */
const P99_MS = 500
/** Maximum ratio of answer times during and without an attack, for machines that are too slow for `P99_MS`. */
const P99_TIMES = 5
const SAMPLES = 200
const FILE_BYTES = 5 * 1024 * 1024 - 1024
/** Number of pipelined requests, whose answers exceed the buffers of a local connection. */
const PIPELINED = 6

interface SlowClient {
  what: string
  socket: Socket
  isOver: () => boolean
}

export interface SlowAttack {
  /** Checks at the end that the clients were cut, and that other people got answers. */
  judge: () => Promise<void>
}

export interface Service {
  p99Ms: number
  outcomes: string[]
}

export async function measureService(act: () => Promise<Answer<unknown>>): Promise<Service> {
  const took: number[] = []
  const outcomes = new Set<string>()
  const worker = async (): Promise<void> => {
    while (took.length < SAMPLES) {
      const startedAt = performance.now()
      outcomes.add(toOutcome(await act()))
      took.push(performance.now() - startedAt)
    }
  }
  await Promise.all(times(4, worker))
  return {
    p99Ms: took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? Number.NaN,
    outcomes: [...outcomes],
  }
}

function createSlowClient(what: string, url: URL, first: string, act: (socket: Socket) => void): SlowClient {
  let over = false
  const socket = connect(Number(url.port), url.hostname)
  socket.on('error', () => undefined)
  socket.on('close', () => (over = true))
  socket.write(first)
  const drip = setInterval(() => {
    if (over) clearInterval(drip)
    else act(socket)
  }, DRIP_MS)
  drip.unref()
  return { what, socket, isOver: () => over }
}

/** Opens connections that send headers or bodies very slowly. */
function openSlowSenders(url: URL): SlowClient[] {
  return times(LORISES, (index) =>
    index % 2 === 0
      ? createSlowClient(
          'of headers',
          url,
          'GET / HTTP/1.1\r\nHost: kundig.example\r\n',
          (socket) => void socket.write('x-a: b\r\n'),
        )
      : createSlowClient(
          'of a body',
          url,
          'POST /api/auth/sign-in/email HTTP/1.1\r\nHost: kundig.example\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{',
          (socket) => void socket.write(' '),
        ),
  )
}

/** Opens connections that request much data and read 1 KB a second. */
function openSlowReaders(url: URL, who: Person, path: string): SlowClient[] {
  const ask = `GET ${path} HTTP/1.1\r\nHost: ${url.host}\r\ncookie: ${toCookieHeader(who)}\r\n\r\n`
  return times(SLOW_READERS, () => {
    const client = createSlowClient('of a file', url, ask.repeat(PIPELINED), (socket) => void socket.read(1024))
    client.socket.pause()
    return client
  })
}

/** Opens slow clients early, so that the server cuts them during other attempts. */
export async function beginSlowAttack(environment: TestEnvironment, report: Report): Promise<SlowAttack> {
  const { site } = environment
  const [ann, bob] = await Promise.all([site.profiled(), site.profiled()])
  const roomId = (await site.room(ann, bob)).id
  const content = Buffer.concat([createPdf(), Buffer.alloc(FILE_BYTES)])
  const { file } = await sendFileOrThrow(site.url, ann, roomId, { content })
  const url = new URL(site.url)
  const read = () => site.api(bob, 'GET', `/api/chat-rooms/${roomId}/messages`)

  await measureService(read)
  const before = await measureService(read)
  const openedAt = performance.now()
  const clients = [...openSlowSenders(url), ...openSlowReaders(url, ann, file.url)]
  await sleep(500)
  const during = await measureService(read)

  /** Makes slow readers read the rest of the data. If the server has closed a connection, its data ends early. */
  const askReaders = async (): Promise<void> => {
    await sleep(Math.max(0, SLOW_READ_MS - (performance.now() - openedAt)))
    const readers = clients.filter(({ what }) => what === 'of a file')
    for (const { socket } of readers) socket.resume()
    const isDone = ({ socket, isOver }: SlowClient): boolean => isOver() || socket.bytesRead >= PIPELINED * FILE_BYTES
    await waitUntil(() => readers.every(isDone), 'the end of reading').catch(() => undefined)
  }
  const cutOff = async (attempt: Attempt, wanted: (client: SlowClient) => boolean): Promise<void> => {
    const mine = clients.filter(wanted)
    const left = (report.judgesTimes ? SLOW_LIMIT_MS : SLOW_LIMIT_BUSY_MS) - (performance.now() - openedAt)
    await waitUntil(() => mine.every((one) => one.isOver()), '', { limitMs: Math.max(0, left) }).catch(() => undefined)
    for (const { what, isOver } of mine)
      await attempt(`slow ${what}`, () => (isOver() ? 'cut off' : 'still open'), 'cut off')
  }
  return {
    judge: async () => {
      await report.guarantee('A slow-loris client is cut off', (attempt) =>
        cutOff(attempt, ({ what }) => what !== 'of a file'),
      )
      await report.guarantee('A client that reads 1 KB/s is cut off', async (attempt) => {
        await askReaders()
        for (const { what, socket, isOver } of clients.filter((one) => one.what === 'of a file')) {
          const isCut = (): boolean => isOver() && socket.bytesRead < PIPELINED * FILE_BYTES
          await attempt(`slow ${what}`, () => (isCut() ? 'cut off' : 'still served'), 'cut off')
        }
      })
      for (const { socket } of clients) socket.destroy()
      await report.guarantee('Others are served during the attack', (attempt) =>
        judgeService(report, attempt, `${LORISES} slow senders and ${SLOW_READERS} slow readers`, before, during),
      )
    },
  }
}

/** Checks other people's answers during an attack, and their duration if times are judged. */
export async function judgeService(
  report: Report,
  attempt: Attempt,
  attack: string,
  before: Service,
  during: Service,
): Promise<void> {
  const delays = `${during.p99Ms.toFixed(0)} ms after ${before.p99Ms.toFixed(0)} ms`
  report.note(`  p99 of others: ${delays}, with ${attack}`)
  await attempt(`${attack}: answers to others`, () => during.outcomes, ['200'])
  await report.time(attempt, attack, during.p99Ms <= Math.max(P99_MS, P99_TIMES * before.p99Ms), delays)
}

/** Attacks with too deep and too many inputs, and checks other people's answers. */
export async function attackByOverload(environment: TestEnvironment, report: Report): Promise<void> {
  const { site } = environment
  const [ann, bob] = await Promise.all([site.profiled(), site.profiled()])
  const roomId = (await site.room(ann, bob)).id
  const other = await site.profiled()

  const deep = [
    '['.repeat(200_000),
    `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
    `{"json":${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}}`,
  ]
  const doors: [string, string][] = [
    ['POST', '/api/auth/sign-in/email'],
    ['POST', '/api/auth/sign-up/email'],
    ['POST', '/api/waiting-list'],
    ['POST', '/rpc/waitingList/join'],
    ['POST', `/api/chat-rooms/${roomId}/messages`],
    ['POST', '/rpc/chat/send'],
    ['PUT', `/api/profiles/${ann.id}`],
    ['POST', '/functions/createPayment'],
    ['POST', '/stripe/webhook'],
  ]
  await report.guarantee('A 200k-deep JSON body is refused', async (attempt) => {
    for (const [method, path] of doors) {
      for (const body of deep) {
        await attempt(
          `${path}, ${body.length} bytes`,
          async () => (await site.api(ann, method, path, body)).status,
          /^4(?:00|13)$/u,
        )
      }
    }
    await attempt(
      'by socket',
      async () => {
        const tab = await site.live(ann)
        let nested: unknown = 1
        for (const _ of times(9000, () => null)) nested = [nested]
        const answer: unknown = await tab.socket
          .timeout(5000)
          .emitWithAck('message.send', nested as never)
          .catch(() => 'cut off')
        tab.socket.disconnect()
        return JSON.stringify(answer)
      },
      /cut off|INVALID_INPUT/u,
    )
  })

  /** Sends faster than a person can. @returns a text that says whether the connection was cut */
  const flood = async (): Promise<string> => {
    const tab = await site.live(bob)
    for (const n of times(500, (index) => index)) {
      tab.socket.emit(
        'message.send',
        { room_id: roomId, client_id: randomUUID(), content: `Flooding with number ${n}` },
        () => undefined,
      )
    }
    await waitUntil(() => !tab.socket.connected, 'the end of a flood')
    return 'cut off'
  }
  await report.guarantee('A socket flood is cut off', async (attempt) => {
    for (const n of [1, 2, 3]) await attempt(`flood ${n}`, flood, 'cut off')
    await attempt(
      'by one large packet',
      async () => {
        const tab = await site.live(bob)
        tab.socket.emit(
          'message.send',
          { room_id: roomId, client_id: randomUUID(), content: 'x'.repeat(70_000) },
          () => undefined,
        )
        await waitUntil(() => !tab.socket.connected, 'the end of it')
        return 'cut off'
      },
      'cut off',
    )
    await attempt(
      'what got in',
      async () => ((await site.getRoom(ann, roomId)).last_seq <= 300 ? 'at most 100 each' : 'more'),
      'at most 100 each',
    )
    await attempt('the partner goes on', () => site.send(ann, roomId, 'Still here after the flood'), '200')
  })

  await report.guarantee('Others are served during the attack', async (attempt) => {
    const read = () => site.api(other, 'GET', '/api/chat-rooms')
    const before = await measureService(read)
    const attackers = new Worker(new URL('flooding.ts', import.meta.url), {
      workerData: { url: site.url, cookie: toCookieHeader(bob), roomId } satisfies Flooding,
    })
    await once(attackers, 'online')
    const during = await measureService(read)
    await attackers.terminate()
    await judgeService(
      report,
      attempt,
      'a socket that floods again and again, and senders of deep bodies',
      before,
      during,
    )
    await attempt('afterwards', () => site.api(other, 'GET', '/api/chat-rooms'), '200')
  })
}
