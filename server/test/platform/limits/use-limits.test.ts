// @module-tag slow
/* oxlint-disable max-lines -- one subject: every limit on use, each met by its test */
import { randomUUID } from 'node:crypto'

import { afterEach, describe, expect, it } from 'vitest'

import {
  type Answer,
  toCookieHeader,
  type Failure,
  PASSWORD,
  type Person,
  type Tab,
} from '@kundig/testing/people/test-client'
import { createTestApp, type TestApp } from '@kundig/testing/server/test-app'

import type { AppOptions } from '../../../src/app-options.ts'

const apps: TestApp[] = []
async function limitedApp(options: Partial<AppOptions> = {}): Promise<TestApp> {
  const app = await createTestApp({ attemptLimitFactor: 1, passwordWaitMs: 60_000, ...options })
  apps.push(app)
  return app
}
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

const from = (address: string): Record<string, string> => ({ 'x-forwarded-for': address })
const BEHIND_PROXY = { trustedProxies: ['127.0.0.1/32'] }

/** Guaranteed limits. A person may make `most` calls immediately, and `most` further calls within `windowS` seconds. */
const RULES = {
  messagePerPerson: { most: 30, windowS: 10 },
  markPerPerson: { most: 120, windowS: 10 },
  pagePerPerson: { most: 300, windowS: 10 },
  typingPerPerson: { most: 40, windowS: 10 },
  connectionPerPerson: { most: 60, windowS: 60 },
  searchPerPerson: { most: 100, windowS: 10 },
}

/** Returns the maximum calls that a rule allows since `startedAt` (`performance.now`), including refilled tokens. */
function mostSince(rule: keyof typeof RULES, startedAt: number, factor = 1): number {
  const { most, windowS } = RULES[rule]
  const seconds = (performance.now() - startedAt) / 1000
  return Math.ceil(factor * most * (1 + seconds / windowS))
}

async function roomOfTwo(app: TestApp): Promise<{ ann: Person; bob: Person; roomId: string }> {
  const [ann, bob] = await Promise.all([app.profiled(), app.profiled()])
  return { ann, bob, roomId: (await app.room(ann, bob)).id }
}

const storedIn = async (app: TestApp, roomId: string): Promise<number> => {
  const rows = await app.sql<{ last_seq: number }>('SELECT last_seq FROM chat_rooms WHERE id = $1', [roomId])
  return rows[0]?.last_seq ?? Number.NaN
}

function waitingIn(app: TestApp, words = ''): () => Promise<number> {
  return async () => {
    // Inside a transaction, PostgreSQL would return the statistics of the first query again.
    await app.sql('SELECT pg_stat_clear_snapshot()')
    const rows = await app.sql(
      `SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND strpos(query, $1) > 0`,
      [words],
    )
    return rows.length
  }
}

describe('a person’s messages', () => {
  it('are counted over all connections and HTTP: after a burst of thirty, messages are refused', async () => {
    const app = await limitedApp()
    const { ann, bob, roomId } = await roomOfTwo(app)
    const tabs = await Promise.all(times(5, () => app.live(ann)))
    const startedAt = performance.now()
    const bySocket = await Promise.all(
      tabs.flatMap((tab) => times(20, (index) => tab.send(roomId, `Number ${index} of this tab`))),
    )
    const byHttp = await Promise.all(times(20, (index) => app.send(ann, roomId, `Number ${index} over HTTP`)))
    const most = mostSince('messagePerPerson', startedAt)

    const sent = bySocket.filter(({ ok }) => ok).length + byHttp.filter(({ status }) => status === 200).length
    expect(sent).toBeGreaterThanOrEqual(RULES.messagePerPerson.most)
    expect(sent).toBeLessThanOrEqual(most)
    expect(await storedIn(app, roomId)).toBe(sent)

    const refused = bySocket.find(({ ok }) => !ok)
    expect(refused).toEqual({ ok: false, code: 'TOO_MANY_ATTEMPTS', retry_after_s: 1 })
    const overHttp = byHttp.find(({ status }) => status !== 200)
    expect(overHttp).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } })
    expect(overHttp?.headers.get('retry-after')).toBe('1')
    expect((await app.send(bob, roomId, 'I am still here')).status).toBe(200)
  })

  it('refused messages are retried after the given delay, and all arrive once and in order', async () => {
    const app = await limitedApp()
    const { ann, roomId } = await roomOfTwo(app)
    const tab = await app.live(ann)
    const written = times(40, (index) => `Short message ${index}`)
    for (const content of written) {
      const clientId = randomUUID()
      await expect.poll(async () => (await tab.send(roomId, content, clientId)).ok, { interval: 100 }).toBe(true)
    }
    const stored = await app.allMessages(ann, roomId)
    expect(stored.map(({ content }) => content)).toEqual(written)
  })
})

describe('a person’s other chat calls', () => {
  it('calls that mark messages as read are counted over sockets and HTTP together', async () => {
    const app = await limitedApp()
    const { ann, roomId } = await roomOfTwo(app)
    const tabs = await Promise.all(times(4, () => app.live(ann)))
    const startedAt = performance.now()
    const bySocket: Awaited<ReturnType<Tab['read']>>[] = []
    // The loop repeats the calls until one is refused, because tokens refill while a slow machine answers.
    for (let round = 0; round < 200 && bySocket.every(({ ok }) => ok); round++) {
      bySocket.push(...(await Promise.all(tabs.flatMap((tab) => times(8, () => tab.read(roomId, 0))))))
    }
    const path = `/api/chat-rooms/${roomId}/read`
    const byHttp = await Promise.all(times(20, () => app.api(ann, 'POST', path, { up_to_seq: 0 })))
    const done = bySocket.filter(({ ok }) => ok).length + byHttp.filter(({ status }) => status === 200).length
    expect(done).toBeGreaterThanOrEqual(RULES.markPerPerson.most)
    expect(done).toBeLessThanOrEqual(mostSince('markPerPerson', startedAt))
    const codes = new Set(bySocket.flatMap((answer) => (answer.ok ? [] : [answer.code])))
    expect([...codes]).toEqual(['TOO_MANY_ATTEMPTS'])
  })

  it('calls for pages of rooms and messages are limited together, for each person separately', async () => {
    // The test uses a fifth of the real limit, so that even a slow machine calls faster than tokens refill.
    const factor = 0.2
    const app = await limitedApp({ attemptLimitFactor: factor })
    const { ann, bob, roomId } = await roomOfTwo(app)
    const paths = ['/api/chat-rooms', `/api/chat-rooms/${roomId}`, `/api/chat-rooms/${roomId}/messages`]
    const most = factor * RULES.pagePerPerson.most
    const startedAt = performance.now()
    const answers: Answer<Failure>[] = []
    // The loop repeats the calls until each path is refused, because tokens refill while a slow machine answers.
    const refusedPaths = new Set<string>()
    for (let round = 0; refusedPaths.size < paths.length && round < 200; round++) {
      const asked = times(60, (index) => paths[index % paths.length] ?? '')
      const some = await Promise.all(asked.map((path) => app.api(ann, 'GET', path)))
      for (const [index, { status }] of some.entries()) if (status !== 200) refusedPaths.add(asked[index] ?? '')
      answers.push(...some)
    }
    expect([...refusedPaths].toSorted()).toEqual(paths.toSorted())
    const refused = answers.filter(({ status }) => status !== 200)
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(most)
    expect(answers.length - refused.length).toBeLessThanOrEqual(mostSince('pagePerPerson', startedAt, factor))
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } })
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect((await app.api(bob, 'GET', paths[2] ?? '')).status).toBe(200)
    expect((await app.send(ann, roomId, 'Writing is not reading')).status).toBe(200)
  })

  it('typing events are counted over all connections; excess events are dropped without a disconnect', async () => {
    const app = await limitedApp()
    const ann = await app.profiled()
    const partners = await Promise.all(times(5, () => app.profiled()))
    const rooms = await Promise.all(partners.map(async (partner) => (await app.room(ann, partner)).id))
    const theirs = await Promise.all(partners.map((partner) => app.live(partner)))
    const tabs = await Promise.all(times(20, () => app.live(ann)))
    const startedAt = performance.now()
    // Each tab sends one event per room, so that no tab exceeds its own limit.
    for (const tab of tabs) for (const room_id of rooms) tab.socket.emit('typing', { room_id })
    for (const _ of [1, 2]) await Promise.all(tabs.map((tab) => tab.read(rooms[0] ?? '', 0)))
    const shown = theirs.reduce((sum, tab) => sum + tab.listEvents('typing').length, 0)
    expect(shown).toBeGreaterThan(0)
    expect(shown).toBeLessThanOrEqual(mostSince('typingPerPerson', startedAt))
    for (const tab of tabs) expect(tab.socket.connected).toBe(true)
  })
})

describe('a person’s live connections', () => {
  it('a person’s twenty-first live connection is refused', async () => {
    const app = await limitedApp()
    const { ann, bob, roomId } = await roomOfTwo(app)
    const opened = await Promise.allSettled(times(25, () => app.live(ann)))
    const tabs = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(tabs).toHaveLength(20)
    const refusals = opened.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
    expect(new Set(refusals)).toEqual(new Set(['Error: TOO_MANY_CONNECTIONS']))
    expect((await app.send(ann, roomId, 'Over HTTP')).status).toBe(200)
    expect((await app.page(ann, roomId)).items).toHaveLength(1)
    expect((await app.live(bob)).socket.connected).toBe(true)
    tabs[0]?.socket.disconnect()
    await expect.poll(async () => (await app.live(ann).catch(() => null))?.socket.connected).toBe(true)
  })

  it('are limited to sixty new connections a minute for each person', async () => {
    const app = await limitedApp()
    const { ann, bob } = await roomOfTwo(app)
    const startedAt = performance.now()
    let made = 0
    for (;;) {
      const tab = await app.live(ann).catch((error: unknown) => String(error))
      if (tab === 'Error: TOO_MANY_ATTEMPTS') break
      if (typeof tab === 'string') {
        if (tab !== 'Error: TOO_MANY_CONNECTIONS') throw new Error(tab)
      } else {
        made++
        tab.socket.disconnect()
      }
      expect(made).toBeLessThanOrEqual(mostSince('connectionPerPerson', startedAt) + 1)
    }
    expect(made).toBeGreaterThanOrEqual(RULES.connectionPerPerson.most)
    expect((await app.live(bob)).socket.connected).toBe(true)
  })

  it('connections that repeat the handshake in a burst are cut before any session look-up', async () => {
    const app = await limitedApp()
    const { ann } = await roomOfTwo(app)
    const { host, port } = app.settings
    const socket = new WebSocket(`ws://${host}:${port}/live/?EIO=4&transport=websocket`)
    const packets: unknown[] = []
    socket.addEventListener('message', ({ data }) => packets.push(data))
    const closed = new Promise((resolve) => {
      socket.addEventListener('close', resolve)
    })
    await new Promise((resolve) => {
      socket.addEventListener('open', resolve)
    })
    for (const _ of times(200, () => null)) socket.send('40')
    await closed
    expect(packets.length).toBeLessThanOrEqual(2)
    expect((await app.live(ann)).socket.connected).toBe(true)
  })

  it('connections that close during the handshake free their slots', async () => {
    const app = await limitedApp()
    const { ann } = await roomOfTwo(app)
    await app.sql('BEGIN')
    await app.sql('LOCK TABLE session IN ACCESS EXCLUSIVE MODE')
    const leaving = times(20, () => app.openSocket(ann))
    for (const socket of leaving) socket.connect()
    await expect.poll(waitingIn(app)).toBeGreaterThan(0)
    for (const socket of leaving) socket.io.engine.close()
    await app.sql('ROLLBACK')
    for (const socket of leaving) socket.disconnect()
    await expect.poll(async () => (await app.live(ann).catch(() => null))?.socket.connected).toBe(true)
    for (const _ of times(19, () => null)) expect((await app.live(ann)).socket.connected).toBe(true)
  })

  it('connections of one person that together send a flood are cut; those of other people stay', async () => {
    const app = await limitedApp()
    const { ann, bob, roomId } = await roomOfTwo(app)
    const tabs = await Promise.all(times(10, () => app.live(ann)))
    const bobs = await app.live(bob)
    // Each tab sends 90 events, fewer than one connection may send per second.
    for (const tab of tabs) for (const _ of times(90, () => null)) tab.socket.emit('typing', { room_id: roomId })
    await expect.poll(() => tabs.filter(({ socket }) => !socket.connected).length).toBeGreaterThan(0)
    expect(bobs.socket.connected).toBe(true)
    expect((await bobs.send(roomId, 'Still here')).ok).toBe(true)
  })
})

describe('searches', () => {
  const search = (app: TestApp, person: Person | null, headers = {}): Promise<Answer<Failure>> =>
    app.api(person, 'GET', `/api/profiles?query=${randomUUID().slice(0, 4)}`, undefined, headers)

  it('one person’s searches are limited without affecting other people', async () => {
    const app = await limitedApp()
    const [ann, bob] = await Promise.all([app.profiled(), app.profiled()])
    const startedAt = performance.now()
    const answers: Answer<Failure>[] = []
    // The loop repeats the calls until one is refused, because tokens refill while a slow machine answers.
    for (let round = 0; round < 200 && answers.every(({ status }) => status === 200); round++)
      answers.push(...(await Promise.all(times(10, () => search(app, ann)))))
    const most = mostSince('searchPerPerson', startedAt)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused).not.toEqual([])
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(RULES.searchPerPerson.most)
    expect(answers.length - refused.length).toBeLessThanOrEqual(most)
    for (const answer of refused) expect(answer).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } })
    expect((await search(app, bob)).status).toBe(200)
    expect((await search(app, null)).status).toBe(200)
  })

  it('visitors’ searches are limited by client address; the landing page then loads with a notice', async () => {
    // At a fifth of the real limit, even a slow machine calls faster than tokens refill, and the queue never fills.
    const app = await limitedApp({ ...BEHIND_PROXY, withPages: true, attemptLimitFactor: 0.2 })
    const address = '203.0.113.7'
    let refused: Answer<Failure> | undefined
    for (let round = 0; round < 200 && !refused; round++) {
      const answers = await Promise.all(times(6, () => search(app, null, from(address))))
      refused = answers.find(({ status }) => status === 429)
    }
    expect(refused?.body.code).toBe('TOO_MANY_ATTEMPTS')
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)

    const landing = async (clientAddress: string): Promise<Response> =>
      fetch(`${app.url}/?q=teacher`, { headers: from(clientAddress) })
    // The requests run in parallel, because a token returns every 167 ms.
    let tooMany: Response | undefined
    for (let round = 0; round < 200 && !tooMany; round++) {
      const visits = await Promise.all(times(6, () => landing(address)))
      tooMany = visits.find(({ status }) => status === 429)
    }
    expect(Number(tooMany?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await tooMany?.text()).toContain('<div id="root"')
    expect((await landing('203.0.113.8')).status).toBe(200)
  })

  it('waiting searches do not block other requests', async () => {
    // The lock timeout is long, because all searches wait until the test's checks are done.
    const app = await limitedApp({ databasePool: 10, attemptLimitFactor: 100, databaseLockTimeoutMs: 14_000 })
    const { ann, bob, roomId } = await roomOfTwo(app)
    const visitors = times(30, () => null)
    await app.sql('BEGIN')
    await app.sql('LOCK TABLE profiles IN ACCESS EXCLUSIVE MODE')
    const searches = visitors.map(() => search(app, null))
    const waiting = waitingIn(app, 'ORDER BY created_at DESC')
    await expect.poll(waiting).toBe(3)
    for (const person of [ann, bob]) expect((await app.send(person, roomId, 'Meanwhile')).status).toBe(200)
    expect(await waiting()).toBe(3)
    await app.sql('ROLLBACK')
    for (const answer of await Promise.all(searches)) expect(answer.status).toBe(200)
  })
})

describe('an expensive request', () => {
  async function askUntilRefused(get: () => Promise<Response>, most: number) {
    let refused: Response | undefined
    let served = 0
    while (!refused && served < most * 5) {
      const answers = await Promise.all(times(20, get))
      refused = answers.find(({ status }) => status === 429)
      served += answers.filter(({ status }) => status !== 429).length
    }
    expect(served).toBeGreaterThanOrEqual(most)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    return { text: await refused?.text() }
  }

  it.each([
    ['pages', '/profile/00000000-0000-7000-8000-000000000000', 100, '<div id="root"'],
    ['copies of the API’s description', '/api/openapi.json', 60, 'TOO_MANY_ATTEMPTS'],
  ])('is limited by client address: %s', async (_what, path, most, instead) => {
    const app = await limitedApp({ ...BEHIND_PROXY, withPages: true })
    const get = (clientAddress: string) => fetch(`${app.url}${path}`, { headers: from(clientAddress) })
    expect((await askUntilRefused(() => get('203.0.113.7'), most)).text).toContain(instead)
    expect((await get('203.0.113.8')).status).not.toBe(429)
  })

  it.each([
    ['receipts', `/api/receipts/${randomUUID()}`, 60],
    ['lists of payments', '/api/payments/received', 120],
  ])('is limited by account: %s', async (_what, path, most) => {
    const app = await limitedApp()
    const [ann, bob] = await Promise.all([app.profiled(), app.profiled()])
    const get = (person: Person) => fetch(`${app.url}${path}`, { headers: { cookie: toCookieHeader(person) } })
    expect((await askUntilRefused(() => get(ann), most)).text).toContain('TOO_MANY_ATTEMPTS')
    expect((await get(bob)).status).not.toBe(429)
  })
})

describe('traffic in one room', () => {
  it('a room with waiting messages does not block other rooms', async () => {
    // The lock timeout is long, because messages wait until the test's checks are done.
    const app = await limitedApp({ databasePool: 10, databaseLockTimeoutMs: 14_000 })
    const { ann, bob, roomId } = await roomOfTwo(app)
    const others = await roomOfTwo(app)
    const tabs = await Promise.all([...times(6, () => app.live(ann)), ...times(3, () => app.live(bob))])
    await app.sql('BEGIN')
    await app.sql('SELECT 1 FROM chat_rooms WHERE id = $1 FOR UPDATE', [roomId])
    const sends = tabs.flatMap((tab) => times(4, () => tab.send(roomId, 'Waiting for the room')))
    const waiting = waitingIn(app)
    await expect.poll(waiting).toBe(1)
    for (const person of [others.ann, others.bob]) {
      expect((await app.send(person, others.roomId, 'Not waiting')).status).toBe(200)
    }
    expect(await waiting()).toBe(1)
    await app.sql('ROLLBACK')
    const answers = await Promise.all(sends)
    // Messages that waited too long on a slow machine are refused with a code after which browsers retry.
    const codes = answers.map((answer) => (answer.ok ? 'sent' : answer.code))
    const expected = ['sent', 'TOO_MANY_ATTEMPTS', 'UNAVAILABLE']
    expect(codes.filter((code) => !expected.includes(code))).toEqual([])
    expect(await storedIn(app, roomId)).toBe(answers.filter(({ ok }) => ok).length)
  })
})

describe('rare actions, counted over all servers:', () => {
  it('twenty entries into the waiting list are accepted in an hour from one address', async () => {
    const app = await limitedApp(BEHIND_PROXY)
    const join = (address: string): Promise<Answer<Failure>> =>
      app.api(
        null,
        'POST',
        '/api/waiting-list',
        { full_name: 'Ann Visitor', email: `${randomUUID()}@example.com`, category: 'education', consent: true },
        from(address),
      )
    const answers = await Promise.all(times(25, () => join('203.0.113.7')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
    expect(await app.sql('SELECT 1 FROM waiting_list')).toHaveLength(20)
    expect((await join('203.0.113.8')).status).toBe(200)
  })
})

describe('password hashing', () => {
  const signIn = (app: TestApp, email: string, password: string, address: string): Promise<Answer<Failure>> =>
    app.api(null, 'POST', '/api/auth/sign-in/email', { email, password }, from(address))

  it(
    'many of 500 concurrent wrong sign-ins are refused, while other requests are answered',
    { timeout: 120_000 },
    async () => {
      const app = await limitedApp({ ...BEHIND_PROXY, databasePool: 40 })
      const { ann, roomId } = await roomOfTwo(app)
      const answers = await Promise.all(
        times(500, (index) =>
          signIn(app, `${randomUUID()}@example.com`, 'Wrong-Password-1', `10.0.${index >> 8}.${index & 255}`),
        ),
      )
      const count = (status: number): number => answers.filter((answer) => answer.status === status).length
      // One password is hashed while 64 wait in the queue. Further attempts are hashed only if places become free.
      expect(count(401) + count(503)).toBe(500)
      expect(count(401)).toBeGreaterThanOrEqual(65)
      expect(count(503)).toBeGreaterThanOrEqual(100)
      const refused = answers.find(({ status }) => status === 503)
      expect(refused?.body.code).toBe('UNAVAILABLE')
      expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await app.send(ann, roomId, 'Still here')).status).toBe(200)
    },
  )

  it('password hashing is fair: a flooding address is refused, and another address does not wait for it', async () => {
    const app = await limitedApp({ ...BEHIND_PROXY, databasePool: 60 })
    const ann = await app.signUp()
    await app.sql('DELETE FROM rate_limits')
    const order: string[] = []
    const flood = times(30, async () => {
      await signIn(app, `${randomUUID()}@example.com`, 'Wrong-Password-1', '203.0.113.7')
      order.push('flood')
    })
    const owner = signIn(app, ann.email, PASSWORD, '203.0.113.8').then((answer) => {
      order.push('owner')
      return answer.status
    })
    await Promise.all([...flood, owner])
    expect(await owner).toBe(200)
    expect(order.indexOf('owner')).toBeLessThan(20)
  })

  it('a flood of refused sign-ins does not lock any account', async () => {
    const app = await limitedApp({ ...BEHIND_PROXY, passwordWaitMs: 1 })
    const { email } = await app.signUp()
    const over = new AbortController()
    let n = 0
    const flood = times(8, async () => {
      while (!over.signal.aborted)
        await signIn(app, `${randomUUID()}@example.com`, 'Wrong-Password-1', `10.${n++ >> 8}.${n & 255}.1`)
    })
    let notDone = 0
    while (notDone < 15) {
      const { status } = await signIn(app, email, PASSWORD, `11.${notDone}.0.1`)
      expect([200, 503]).toContain(status)
      if (status === 503) notDone++
    }
    over.abort()
    await Promise.all(flood)
    expect((await signIn(app, email, PASSWORD, '11.0.0.2')).status).toBe(200)
  })
})
