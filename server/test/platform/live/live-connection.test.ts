import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openDatabaseProxy } from '@kundig/testing/database/database-line'
import { createClient } from '@kundig/testing/people/test-client'
import { createTestApp, type TestApp } from '@kundig/testing/server/test-app'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp()
let limited: TestApp
beforeAll(async () => {
  limited = await createTestApp({ attemptLimitFactor: 1, trustedProxies: ['127.0.0.1'] })
})
afterAll(async () => {
  await limited.close()
})

const POLLING = { transports: ['polling'] } as const

describe('a new connection', () => {
  it.each([{}, POLLING])('opens with the token of a program (%j)', async (transports) => {
    const { email, password } = await app.signUp()
    const answer = await app.api(null, 'POST', '/api/auth/sign-in/email', { email, password })
    const authorization = `Bearer ${answer.headers.get('set-auth-token')}`
    const tab = await app.live(null, { ...transports, headers: { authorization } })
    expect(tab.socket.connected).toBe(true)
  })

  it('a new connection is refused in a network with too many new connections, but not in another', async () => {
    const open = () =>
      fetch(`${limited.url}/live/?EIO=4&transport=polling`, {
        headers: { 'x-forwarded-for': '198.51.100.1' },
      }).then(({ status }) => status)
    const statuses = await Promise.all(Array.from({ length: 600 }, open))
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(410)
    expect(statuses.filter((status) => status === 403).length).toBeGreaterThanOrEqual(190)
    const ann = await limited.signUp()
    const tab = await limited.live(ann, { ...POLLING, headers: { 'x-forwarded-for': '203.0.113.1' } })
    expect(tab.socket.connected).toBe(true)
  })
})

describe('the guarantees of WebSockets over long polling:', () => {
  it('a page of another site opens no connection', async () => {
    const ann = await app.signUp()
    for (const headers of [{ origin: 'https://elsewhere.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      await expect(app.live(ann, { ...POLLING, headers })).rejects.toThrow('xhr poll error')
    }
    await expect(app.live(null, POLLING)).rejects.toThrow('NO_SESSION')
  })

  it('one person has at most twenty connections, of either transport', async () => {
    const ann = await limited.signUp()
    const tabs = await Promise.all(
      Array.from({ length: 20 }, (_, index) => limited.live(ann, index % 2 === 0 ? POLLING : {})),
    )
    await expect(limited.live(ann, POLLING)).rejects.toThrow('TOO_MANY_CONNECTIONS')
    tabs[0]?.socket.disconnect()
    await expect.poll(async () => (await limited.live(ann, POLLING).catch(() => null)) !== null).toBe(true)
    limited.disconnect()
  })

  it('a flood of packets ends its connection', async () => {
    const ann = await limited.signUp()
    const tab = await limited.live(ann, POLLING)
    const over = new AbortController()
    tab.socket.on('disconnect', () => over.abort())
    for (let sent = 0; sent < 20_000 && !over.signal.aborted; sent++) {
      tab.socket.emit('typing', { room_id: '01890000-0000-7000-8000-000000000001' })
      if (sent % 100 === 0) await sleep(5)
    }
    await expect.poll(() => tab.socket.connected, { timeout: 10_000 }).toBe(false)
  })

  it('the end of the session closes the connection', async () => {
    const ann = await app.signUp()
    const tab = await app.live(ann, POLLING)
    await app.must(ann, 'POST', '/api/auth/sign-out')
    await expect.poll(() => tab.socket.connected).toBe(false)
    expect(tab.listEvents('session.ended')).toHaveLength(1)
  })
})

it.each([{}, POLLING])(
  'a tab of one person opens no connection with another person’s session: %o',
  async (transports) => {
    const [ann, bob] = [await app.signUp(), await app.signUp()]
    await expect(app.live(bob, { ...transports, auth: { userId: ann.id } })).rejects.toThrow('NO_SESSION')
    expect((await app.live(bob, { ...transports, auth: { userId: bob.id } })).socket.connected).toBe(true)
    expect((await app.live(bob, transports)).socket.connected).toBe(true)
  },
)

it('a session is prolonged by a request, but not by opening a live connection', async () => {
  const ann = await app.signUp()
  const daysLeft = async (): Promise<number> => {
    const [row] = await app.sql<{ days: number }>(
      `SELECT extract(epoch FROM expires_at - now())::int / 86400.0 AS days FROM session WHERE user_id = $1`,
      [ann.id],
    )
    return Number(row?.days)
  }
  await app.sql(`UPDATE session SET expires_at = now() + interval '20 days' WHERE user_id = $1`, [ann.id])
  await app.live(ann)
  expect(await daysLeft()).toBeLessThan(21)
  const answer = await app.api(ann, 'GET', '/api/session')
  expect(await daysLeft()).toBeGreaterThan(29)
  expect(answer.headers.getSetCookie().join()).toContain('Max-Age=2592000')
})

it(
  'a silently lost connection is noticed within seconds, and its slot is free again',
  { timeout: 40_000, tags: 'slow' },
  async () => {
    const line = await openDatabaseProxy(app.url)
    const [ann, bob] = [await app.profiled(), await app.profiled()]
    const roomId = (await app.room(ann, bob)).id
    const away = createClient(line.url.replace(/\/$/u, ''))
    const tab = await away.live(ann)
    const reasons: string[] = []
    tab.socket.on('disconnect', (reason) => reasons.push(reason))
    line.cut('answers nothing')
    await app.send(bob, roomId, 'Are you there?')
    // The server pings every ten seconds, and waits eight seconds for the answer.
    await expect.poll(() => reasons, { timeout: 25_000 }).toEqual(['ping timeout'])
    away.disconnect()
    line.close()
  },
)
