import { beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type {
  ConnectionRequest,
  RequestAllowance,
} from '@kundig/contract/connection-requests/connection-requests.contract'
import type { Notification } from '@kundig/contract/notifications/notifications.contract'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

import { doRepeatedWork } from '../../src/platform/jobs/repeated-work.ts'

// Concurrent calls wait for each other, which takes long on a busy machine.
const app = useTestApp({ attemptLimitFactor: 1, passwordWaitMs: 60_000, databaseLockTimeoutMs: 14_000 })
let ann: Person
let bob: Person
beforeAll(async () => {
  ;[ann, bob] = await Promise.all([app.profiled({ full_name: 'Ann' }), app.profiled({ full_name: 'Bob' })])
})
beforeEach(async () => {
  // Events are deleted first, because this statement waits for events that are becoming notifications.
  await app.sql('DELETE FROM domain_events')
  await app.sql('DELETE FROM notifications')
  await app.sql('DELETE FROM connection_requests')
})

const ask = (receiverId: string) =>
  app.api<ConnectionRequest & { code?: string; data?: { retry_after_s?: number } }>(
    ann,
    'POST',
    '/api/connection-requests',
    { receiver_id: receiverId, message: 'May I ask you something?' },
  )
const allowance = () =>
  app.must<RequestAllowance>(ann, 'GET', `/api/connection-requests/allowance?receiver_id=${bob.id}`)
const end = (who: Person, id: string, how: 'accept' | 'reject' | 'withdraw', body?: object) =>
  app.api<ConnectionRequest & { code?: string }>(who, 'POST', `/api/connection-requests/${id}/${how}`, body)
const read = (who: Person, id: string) => app.must<ConnectionRequest>(who, 'GET', `/api/connection-requests/${id}`)
const kindsOf = async (who: Person) =>
  (await app.must<{ items: Notification[] }>(who, 'GET', '/api/notifications')).items.map(({ kind }) => kind)
const leaveDays = (id: string, days: number) =>
  app.sql(`UPDATE connection_requests SET expires_at = now() + $2 * interval '1 day' WHERE id = $1`, [id, days])
const endedDaysAgo = (id: string, days: number) =>
  app.sql(`UPDATE connection_requests SET ended_at = now() - $2 * interval '1 day' WHERE id = $1`, [id, days])

async function insertPeople(count: number): Promise<string[]> {
  const rows = await app.sql<{ id: string }>(
    `WITH made AS (
       INSERT INTO "user" (id, name, email) SELECT uuidv7(), '', uuidv4() || '@example.com' FROM generate_series(1, $1) RETURNING id
     )
     INSERT INTO profiles (id, full_name, expertise_category, is_public) SELECT id, 'Someone', 'education', true FROM made RETURNING id`,
    [count],
  )
  return rows.map(({ id }) => id)
}

describe('an unanswered request', () => {
  it('triggers a reminder on day 7 and another on day 12', async () => {
    const { id } = await app.request(ann, bob)
    await leaveDays(id, 6.9)
    await doRepeatedWork()
    await expect.poll(() => kindsOf(bob)).toEqual(['request_reminder', 'request_received'])
    await leaveDays(id, 1.9)
    await doRepeatedWork()
    await expect.poll(() => kindsOf(bob)).toEqual(['request_last_reminder', 'request_reminder', 'request_received'])
  })

  it('expires: its sender is notified, its receiver’s list omits the request, and accepting is refused', async () => {
    const { id } = await app.request(ann, bob)
    await leaveDays(id, -1)
    expect((await end(bob, id, 'accept')).body.code).toBe('REQUEST_EXPIRED')
    await doRepeatedWork()
    await expect.poll(() => kindsOf(ann)).toEqual(['request_expired'])
    expect(await read(ann, id)).toMatchObject({ status: 'rejected', ended_by: 'expired', withdrawn: true })
    expect(await kindsOf(bob)).toEqual(['request_received'])
    expect((await end(bob, id, 'accept')).body.code).toBe('REQUEST_EXPIRED')
    const { items } = await app.must<{ items: ConnectionRequest[] }>(bob, 'GET', '/api/connection-requests/history')
    expect(items).toEqual([])
    expect((await allowance()).left_today).toBe(5)
  })

  it('expires concurrently with an acceptance, and exactly one wins', async () => {
    const { id } = await app.request(ann, bob)
    const [accepted] = await Promise.all([end(bob, id, 'accept'), leaveDays(id, -1)])
    await doRepeatedWork()
    const { status, ended_by } = await read(ann, id)
    expect([status, ended_by]).toEqual(accepted.status === 200 ? ['accepted', null] : ['rejected', 'expired'])
  })
})

describe('a rejection', () => {
  it.each([
    ['no_time', 'request_rejected_no_time'],
    ['not_my_field', 'request_rejected_not_my_field'],
    ['other', 'request_rejected'],
  ])('may give a reason (%s), and the request’s sender is notified', async (reason, kind) => {
    const { id } = await app.request(ann, bob)
    expect((await end(bob, id, 'reject', { reason })).status).toBe(200)
    expect(await read(ann, id)).toMatchObject({ ended_by: 'receiver', withdrawn: false, rejection_reason: reason })
    await expect.poll(() => kindsOf(ann)).toEqual([kind])
  })

  it('needs no reason, and is refused with an unknown reason', async () => {
    const { id } = await app.request(ann, bob)
    expect((await end(bob, id, 'reject', { reason: 'ugly' })).status).toBe(400)
    expect((await end(bob, id, 'reject')).body).toMatchObject({ ended_by: 'receiver', rejection_reason: null })
  })
})

describe('asking the same person again', () => {
  it.each([
    ['reject', 30, 'REQUEST_AGAIN_AFTER_REJECTION'],
    ['withdraw', 7, 'REQUEST_AGAIN_LATER'],
  ] as const)('after the action “%s” is allowed %i days later', async (how, days, code) => {
    const { id } = await app.request(ann, bob)
    await end(how === 'reject' ? bob : ann, id, how)
    await endedDaysAgo(id, days - 0.1)
    const refused = await ask(bob.id)
    expect(refused).toMatchObject({ status: 409, body: { code } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(8000)
    expect((await allowance()).again?.because).toBe(code)
    await endedDaysAgo(id, days + 0.1)
    expect((await allowance()).again).toBeNull()
    expect((await ask(bob.id)).status).toBe(201)
  })

  it('is delayed after a block as after a rejection, so that the block is not revealed', async () => {
    const { id } = await app.request(ann, bob)
    await app.must(bob, 'POST', '/api/blocks', { person_id: ann.id })
    expect(await read(ann, id)).toMatchObject({ status: 'rejected', ended_by: 'receiver' })
    const refused = await ask(bob.id)
    expect(refused).toMatchObject({ status: 409, body: { code: 'REQUEST_AGAIN_AFTER_REJECTION' } })
    expect((await allowance()).again?.because).toBe('REQUEST_AGAIN_AFTER_REJECTION')
    await endedDaysAgo(id, 30.1)
    expect((await allowance()).again).toBeNull()
    expect((await ask(bob.id)).body.code).toBe('NOT_TAKING_REQUESTS')
    await app.must(bob, 'DELETE', `/api/blocks/${ann.id}`)
    expect((await ask(bob.id)).status).toBe(201)
  })

  it('in two tabs concurrently sends one request', async () => {
    const statuses = (await Promise.all([ask(bob.id), ask(bob.id)])).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409])
  })
})

describe('request limits', () => {
  const askAtOnce = async (count: number) => {
    const answers = await Promise.all((await insertPeople(count)).map(ask))
    return answers.filter(({ status }) => status === 201).length
  }

  it('allow a new account five requests a day, over all tabs', async () => {
    expect(await allowance()).toMatchObject({ left_today: 5, daily: 5, left_open: 10, open_max: 10 })
    expect(await askAtOnce(8)).toBe(5)
    const refused = await ask(bob.id)
    expect(refused).toMatchObject({ status: 429, body: { code: 'REQUESTS_OF_TODAY_USED' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3600)
  })

  it('allow a new account ten pending requests', async () => {
    const people = await insertPeople(10)
    await app.sql(
      `INSERT INTO connection_requests (sender_id, receiver_id, message, created_at, updated_at)
       SELECT $1, receiver, 'Hello', now() - interval '2 days', now() - interval '2 days' FROM unnest($2::uuid[]) receiver`,
      [ann.id, people],
    )
    expect((await ask(bob.id)).body.code).toBe('REQUESTS_OPEN_TOO_MANY')
  })

  it('allow at most two hundred requests waiting for one receiver', async () => {
    const senders = await insertPeople(200)
    await app.sql(
      `INSERT INTO connection_requests (sender_id, receiver_id, message) SELECT sender, $1, 'Hello' FROM unnest($2::uuid[]) sender`,
      [bob.id, senders],
    )
    const refused = await ask(bob.id)
    expect(refused.body.code).toBe('NOT_TAKING_REQUESTS')
    await app.sql(`UPDATE connection_requests SET status = 'rejected' WHERE sender_id = $1`, [senders[0]])
    expect((await ask(bob.id)).status).toBe(201)
  })

  it('allow at most two hundred, even if several people ask concurrently', async () => {
    await app.sql(
      `INSERT INTO connection_requests (sender_id, receiver_id, message) SELECT sender, $1, 'Hello' FROM unnest($2::uuid[]) sender`,
      [bob.id, await insertPeople(199)],
    )
    const senders = await Promise.all(Array.from({ length: 6 }, () => app.profiled()))
    const asked = { receiver_id: bob.id, message: 'May I ask you something?' }
    const outcomes = await Promise.all(senders.map((one) => app.api(one, 'POST', '/api/connection-requests', asked)))
    expect(outcomes.filter(({ status }) => status === 201)).toHaveLength(1)
  })

  it('allow an account older than a week twenty requests a day, and forty pending requests', async () => {
    await app.sql(`UPDATE "user" SET created_at = now() - interval '8 days' WHERE id = $1`, [ann.id])
    expect(await allowance()).toMatchObject({ left_today: 20, left_open: 40 })
    expect(await askAtOnce(22)).toBe(20)
  })
})

describe('the previous release', () => {
  it('can still end requests, and the database fills the new column', async () => {
    const { id } = await app.request(ann, bob)
    await app.sql(`UPDATE connection_requests SET status = 'rejected', withdrawn = true WHERE id = $1`, [id])
    expect(await read(ann, id)).toMatchObject({ ended_by: 'withdrawn', withdrawn: true })
    const other = await app.request(bob, ann)
    await app.sql(`UPDATE connection_requests SET status = 'rejected' WHERE id = $1`, [other.id])
    expect(await read(bob, other.id)).toMatchObject({ ended_by: 'receiver', withdrawn: false })
  })
})
