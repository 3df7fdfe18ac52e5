import { randomUUID } from 'node:crypto'
import { Agent, get, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'

import { createPngWithDeclaredSize } from '@kundig/testing/files/made-files'
import { type Client, createClient, type Person, type Tab } from '@kundig/testing/people/test-client'

export type OneFlooding = { url: string } & (
  | { kind: 'sockets'; count: number; cookie: string; roomId: string }
  | { kind: 'pages' | 'resumptions'; cookie: string; roomId: string }
  | { kind: 'searches' | 'waiting list' | 'sign-ins' }
  | { kind: 'profile'; personId: string }
  | { kind: 'addresses'; path: string }
  | { kind: 'pictures'; cookie: string; personId: string }
  | { kind: 'own data'; cookie: string }
  | { kind: 'slow uploads'; senders: readonly { cookie: string; roomId: string }[] }
)

const ADDRESS = { 'x-forwarded-for': '198.51.100.7' }
/** Number of packets that a connection sends every 100 ms, just below its limit. */
const PACKETS = 9
const EVERY_MS = 100
/** Number of simultaneous calls, with pauses between them. The shipped proxy allows this many per address. */
const AT_ONCE = 20
const SIGN_INS = 500
/** Number of connections that repeat one request without a pause. */
const CONNECTIONS = 100
/** Maximum data exports of a person per day. */
const OWN_DATA = 5
const SIGN_INS_AGAIN_MS = 2000

/** Floods a server from a thread until terminated. Reconnects after each cut. */
async function runFlooding(asked: OneFlooding): Promise<void> {
  const client = createClient(asked.url)
  if (asked.kind === 'sockets') return floodSockets(client, asked)
  if (asked.kind === 'addresses') return floodAddress(asked)
  if (asked.kind === 'slow uploads') return uploadSlowly(asked)
  if (asked.kind === 'own data') return requestDataExports(asked)
  const loops = Array.from({ length: asked.kind === 'sign-ins' ? SIGN_INS : AT_ONCE }, async (_, index) => {
    for (;;) {
      await sendFloodRequest(client, asked, index).catch(() => sleep(EVERY_MS))
      await sleep(asked.kind === 'sign-ins' ? SIGN_INS_AGAIN_MS : EVERY_MS)
    }
  })
  await Promise.all(loops)
}

async function floodAddress({ url, path }: { url: string; path: string }): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const ask = (): Promise<void> =>
    new Promise((resolve) => {
      const call = get(new URL(path, url), { agent, headers: ADDRESS }, (answer) => {
        answer.resume()
        answer.once('close', resolve)
      })
      call.once('error', () => resolve())
    })
  const loops = Array.from({ length: CONNECTIONS }, async () => {
    for (;;) await ask()
  })
  await Promise.all(loops)
}

/** Announces two files of 5 MB per account, and sends one byte a second of each file. */
async function uploadSlowly({
  url,
  senders,
}: {
  url: string
  senders: readonly { cookie: string; roomId: string }[]
}): Promise<void> {
  const loops = [...senders, ...senders].map(async ({ cookie, roomId }) => {
    for (;;) {
      const address = `/api/chat-rooms/${roomId}/files?client_id=${randomUUID()}&name=a.pdf`
      const headers = { cookie, 'content-type': 'application/pdf', 'content-length': String(5 * 1024 * 1024) }
      const call = request(new URL(address, url), { method: 'POST', headers })
      call.once('response', () => call.destroy())
      call.once('error', () => undefined)
      while (!call.destroyed) {
        call.write('%')
        await sleep(1000)
      }
    }
  })
  await Promise.all(loops)
}

/** Requests all allowed data exports of an account at the same time. */
async function requestDataExports({ url, cookie }: { url: string; cookie: string }): Promise<void> {
  const reads = Array.from({ length: OWN_DATA }, async () => {
    const answer = await fetch(new URL('/api/account/data', url), { headers: { cookie } })
    return answer.arrayBuffer()
  })
  await Promise.all(reads)
}

type ByCall = Exclude<OneFlooding, { kind: 'sockets' | 'addresses' | 'slow uploads' | 'own data' }>

function sendFloodRequest(client: Client, asked: ByCall, index: number): Promise<unknown> {
  const { kind } = asked
  if (kind === 'pictures') {
    const headers = { cookie: asked.cookie, 'content-type': 'image/png' }
    const body = new Uint8Array(createPngWithDeclaredSize(1, 64_000_000))
    return fetch(new URL(`/api/profiles/${asked.personId}/picture`, asked.url), { method: 'PUT', headers, body })
  }
  if (kind === 'pages') {
    const path = index % 2 === 0 ? '/api/chat-rooms' : `/api/chat-rooms/${asked.roomId}/messages?limit=100`
    return client.api(toPerson(asked.cookie), 'GET', path)
  }
  if (kind === 'resumptions') {
    return client.resume(toPerson(asked.cookie), [{ room_id: asked.roomId, last_seq: 0, change_seq: 0 }])
  }
  if (kind === 'profile') return fetch(new URL(`/profile/${asked.personId}`, asked.url), { headers: ADDRESS })
  const email = `${randomUUID()}@example.com`
  if (kind === 'searches') {
    return client.api(null, 'GET', `/api/profiles?query=${randomUUID().slice(0, 3)}`, undefined, ADDRESS)
  }
  if (kind === 'waiting list') {
    const entry = { full_name: 'Noor Really', email, category: 'education', consent: true }
    return client.api(null, 'POST', '/api/waiting-list', entry, ADDRESS)
  }
  // Each call comes from another address, to avoid limits by address.
  const from = { 'x-forwarded-for': `10.0.${Math.floor(index / 200)}.${(index % 200) + 1}` }
  return client.api(null, 'POST', '/api/auth/sign-in/email', { email, password: 'Wrong-Password-1' }, from)
}

function toPerson(cookie: string): Person {
  const [name = '', ...value] = cookie.split('=')
  return { id: '', email: '', password: '', cookies: new Map([[name, value.join('=')]]) }
}

async function floodSockets(
  client: Client,
  { count, cookie, roomId }: { count: number; cookie: string; roomId: string },
): Promise<void> {
  const person = toPerson(cookie)
  const sendOn = async (): Promise<void> => {
    for (;;) {
      const tab: Tab | null = await client.live(person, { headers: ADDRESS }).catch(() => null)
      while (tab?.socket.connected === true) {
        for (let n = 0; n < PACKETS; n++) {
          const message = { room_id: roomId, client_id: randomUUID(), content: `Flooding with number ${n}` }
          tab.socket.emit('message.send', message, () => undefined)
        }
        await sleep(EVERY_MS)
      }
      await sleep(EVERY_MS)
    }
  }
  await Promise.all(Array.from({ length: count }, sendOn))
}

await runFlooding(workerData as OneFlooding)
