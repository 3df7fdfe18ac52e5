// @module-tag slow
import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'

import { type Client, createClient, PASSWORD } from '@kundig/testing/people/test-client'
import { findRedisServer, type RedisServer, startRedisServer } from '@kundig/testing/server/redis-server'
import { createTestApp, type TestApp } from '@kundig/testing/server/test-app'

import { type App, startApp } from '../../../src/app.ts'
import { findFreePort } from '../../../src/platform/http/free-port.ts'

const program = findRedisServer()
const NO_REDIS =
  'LEFT OUT: limits counted in Redis. This machine has no redis-server (Debian: apt-get install redis-server)'
if (program === undefined) process.stderr.write(`\n${NO_REDIS}\n\n`)

const WRONG = 'Wrong-Password-1'
const newEmail = (): string => `${randomUUID()}@example.com`

describe('attempts counted in Redis', () => {
  let redisPort: number
  let redis: RedisServer
  let one: TestApp
  let second: App
  let other: Client
  beforeEach(async ({ skip }) => {
    if (program === undefined) return skip(NO_REDIS)
    redisPort = await findFreePort()
    redis = await startRedisServer(program, redisPort)
    one = await createTestApp({ redisUrl: redis.url, attemptLimitFactor: 1, passwordWaitMs: 60_000 })
    second = await startApp({ ...one.settings, port: await findFreePort() })
    other = createClient(second.url.replace('localhost', '127.0.0.1'))
    return async () => {
      await second.close()
      await one.close()
      await redis.close()
    }
  })

  const signIn = async (client: Pick<Client, 'api'>, email: string, password = WRONG): Promise<number> =>
    (await client.api(null, 'POST', '/api/auth/sign-in/email', { email, password })).status

  /** Makes parallel attempts, alternating between the servers. @returns the number of answers by status */
  async function burst(count: number, email: string): Promise<Record<number, number>> {
    const counts: Record<number, number> = {}
    const answers = Array.from({ length: count }, (_, index) => signIn(index % 2 === 0 ? one : other, email))
    for (const status of await Promise.all(answers)) counts[status] = (counts[status] ?? 0) + 1
    return counts
  }
  const countedInDatabase = () => one.sql('SELECT 1 FROM rate_limits')

  it('are counted exactly in a parallel burst over two servers', async () => {
    const { email } = await one.signUp()
    expect(await burst(16, email)).toEqual({ 401: 10, 429: 6 })
    expect(await signIn(one, email, PASSWORD)).toBe(429)
    const refused = await other.api(null, 'POST', '/api/auth/sign-in/email', { email, password: PASSWORD })
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800)
    expect(await countedInDatabase()).toEqual([])
  })

  it('are no longer counted after a successful log-in', async () => {
    const { email } = await one.signUp()
    for (let attempt = 0; attempt < 12; attempt++) expect(await signIn(other, email, PASSWORD)).toBe(200)
    expect(await burst(12, email)).toEqual({ 401: 10, 429: 2 })
  })

  it.each([
    ['killed', 'SIGKILL'],
    ['held, so that it answers nothing,', 'SIGSTOP'],
  ] as const)('are counted in the database once Redis is %s', async (_what, signal) => {
    const person = await one.signUp()
    expect(await burst(6, person.email)).toEqual({ 401: 6 })
    redis.signal(signal)
    expect(await burst(16, person.email)).toEqual({ 401: 10, 429: 6 })
    expect(await signIn(one, person.email, PASSWORD)).toBe(429)
    expect(await signIn(other, newEmail())).toBe(401)
    expect((await one.session(person))?.user.id).toBe(person.id)
    expect((await countedInDatabase()).length).toBeGreaterThan(0)
  })

  it('are counted in Redis again after an outage of Redis', async () => {
    await redis.close()
    const email = newEmail()
    expect(await signIn(one, email)).toBe(401)
    redis = await startRedisServer(program ?? '', redisPort)
    await one.sql('DELETE FROM rate_limits')
    await expect
      .poll(async () => {
        await one.sql('DELETE FROM rate_limits')
        await signIn(one, newEmail())
        await signIn(other, newEmail())
        return (await countedInDatabase()).length
      })
      .toBe(0)
  })

  it('do not block the start of a server without Redis', async () => {
    await redis.close()
    await one.restart()
    expect(await burst(12, newEmail())).toEqual({ 401: 10, 429: 2 })
  })
})
