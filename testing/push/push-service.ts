import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { importJWK, jwtVerify } from 'jose'

import type { PushPayload } from '@kundig/contract/notifications/push-payload'

import { createBrowserKeys, decryptPush } from './encrypted-push.ts'

const PUSH_LIMIT_MS = 10_000
/** Maximum body of push services (RFC 8030, 7.2), in bytes. */
const BODY_MAX_BYTES = 4096
const TOPIC = /^[\w-]{1,32}$/u
const URGENCIES = ['very-low', 'low', 'normal', 'high']
/** Maximum lifetime of a signature (RFC 8292, 2), in seconds. */
const SIGNATURE_MAX_S = 86_400

export interface ReceivedPush {
  payload: PushPayload
  topic: string | undefined
  urgency: string | undefined
  ttlS: number
  subject: string | undefined
  /** Size of the encrypted push (bytes). */
  size: number
}

export interface GivenAnswer {
  status: number
  headers?: Record<string, string>
}

export interface SubscribedBrowser {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  received: ReceivedPush[]
  /** Waits until at least this number of pushes has arrived. */
  pushes: (atLeast: number) => Promise<ReceivedPush[]>
  asked: number
  /** Answer to later requests, by default 201. The value `none` sends no response. */
  answer: GivenAnswer | 'none' | undefined
}

export interface TestPushService {
  origin: string
  /** @param publicKey the only key that may send (RFC 8292); by default any */
  subscribe: (publicKey?: string) => SubscribedBrowser
  close: () => Promise<void>
}

/** A push service on loopback, as strict as RFC 8030 and 8292 about signatures and encryption. */
export async function startPushService(): Promise<TestPushService> {
  const browsers = new Map<string, { browser: SubscribedBrowser; take: Take }>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const found = browsers.get(request.url ?? '')
      const taken = found?.take(request.method, request.headers, Buffer.concat(chunks)) ?? Promise.resolve(GONE)
      void taken.then(({ status, headers }) => response.writeHead(status, headers).end())
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  const origin = `http://127.0.0.1:${address.port}`
  return {
    origin,
    subscribe: (publicKey) => {
      const path = `/push/${randomUUID()}`
      const made = createBrowser(origin, path, publicKey)
      browsers.set(path, made)
      return made.browser
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Take = (method: string | undefined, headers: IncomingHttpHeaders, body: Buffer) => Promise<GivenAnswer>

const GONE: GivenAnswer = { status: 404 }

function createBrowser(
  origin: string,
  path: string,
  publicKey: string | undefined,
): { browser: SubscribedBrowser; take: Take } {
  const keys = createBrowserKeys()
  const browser: SubscribedBrowser = {
    subscription: { endpoint: `${origin}${path}`, keys: { p256dh: keys.p256dh, auth: keys.auth } },
    received: [],
    pushes: async (atLeast) => {
      const deadline = performance.now() + PUSH_LIMIT_MS
      while (browser.received.length < atLeast) {
        if (performance.now() > deadline) throw new Error(`${browser.received.length} pushes instead of ${atLeast}`)
        await sleep(20)
      }
      return browser.received
    },
    asked: 0,
    answer: undefined,
  }

  const take: Take = async (method, headers, body) => {
    browser.asked += 1
    while (browser.answer === 'none') await sleep(20, undefined, { ref: false })
    if (browser.answer) return browser.answer
    const [ttl, topic, urgency] = ['ttl', 'topic', 'urgency'].map((name) => headers[name]?.toString())
    if (method !== 'POST' || ttl === undefined || !/^\d+$/u.test(ttl)) return { status: 400 }
    if (topic !== undefined && !TOPIC.test(topic)) return { status: 400 }
    if (urgency !== undefined && !URGENCIES.includes(urgency)) return { status: 400 }
    if (headers['content-encoding'] !== 'aes128gcm') return { status: 415 }
    if (body.length > BODY_MAX_BYTES) return { status: 413 }
    const signature = await verifyVapidSignature(headers.authorization, origin)
    if (signature === null) return { status: 401 }
    if (publicKey !== undefined && signature.publicKey !== publicKey) return { status: 403 }
    let text: string
    try {
      text = decryptPush(body, keys)
    } catch {
      return { status: 400 }
    }
    browser.received.push({
      payload: JSON.parse(text) as PushPayload,
      topic,
      urgency,
      ttlS: Number(ttl),
      subject: signature.subject,
      size: body.length,
    })
    return { status: 201, headers: { location: `${origin}/message/${randomUUID()}` } }
  }
  return { browser, take }
}

/** Returns the sender of the `vapid` scheme; null for a wrong or expired signature, or one for another service. */
async function verifyVapidSignature(
  authorization: string | undefined,
  origin: string,
): Promise<{ publicKey: string; subject: string | undefined } | null> {
  const [, token, publicKey] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/u.exec(authorization ?? '') ?? []
  if (token === undefined || publicKey === undefined) return null
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  try {
    const key = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256')
    const { payload } = await jwtVerify(token, key, { audience: origin, requiredClaims: ['exp', 'sub'] })
    if ((payload.exp ?? 0) - Date.now() / 1000 > SIGNATURE_MAX_S) return null
    return { publicKey, subject: payload.sub }
  } catch {
    return null
  }
}
