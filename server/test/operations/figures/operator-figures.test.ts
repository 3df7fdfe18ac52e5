import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { DailyFigures } from '@kundig/contract/operations/daily-figures.contract'
import { type FigureName, FIGURES } from '@kundig/contract/operations/figure-names'
import { openSql, type Sql } from '@kundig/testing/database/test-database'
import { makeOperator } from '@kundig/testing/people/operators'
import type { Person } from '@kundig/testing/people/test-client'
import { createTestApp } from '@kundig/testing/server/test-app'
import { useTestApp } from '@kundig/testing/server/use-test-app'

import { writeDailyFigures } from '../../../src/features/operations/figures/figures.repository.ts'
import { FiguresService } from '../../../src/features/operations/figures/figures.service.ts'
import { toDay } from '../../../src/features/operations/figures/visit-tally.ts'
import { type DatabaseConnection, openDatabase } from '../../../src/platform/database/database.ts'
import { doRepeatedWork } from '../../../src/platform/jobs/repeated-work.ts'
import { createLogger } from '../../../src/platform/logging/logger.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const GOOGLE = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
const SOON = { timeout: 20_000, interval: 250 }

const app = useTestApp({ withPages: true, operatorsNeedSecondFactor: false })
let viewer: Person
let past: Sql
let connection: DatabaseConnection
beforeAll(async () => {
  viewer = await makeOperator(app, 'viewer', await app.signUp())
  past = await openSql(app.databaseUrl)
  await past.query('SET session_replication_role = replica')
  connection = openDatabase(app.databaseUrl, 4, createLogger('silent'))
})
afterAll(async () => {
  await connection.close()
  await past.close()
})

const read = (days: number): Promise<DailyFigures> =>
  app.must<DailyFigures>(viewer, 'GET', `/api/operations/daily-figures?days=${days}`)
const figure = async (name: FigureName, days = 7) => {
  const found = (await read(days)).figures.find((one) => one.name === name)
  return found ?? { name, values: [], total: null, known_since: null }
}
const signUpAt = (at: string) =>
  past.query(
    `INSERT INTO "user" (id, name, email, created_at, updated_at) VALUES ($1::uuid, 'x', $1::uuid || '@example.com', $2, $2)`,
    [randomUUID(), at],
  )
const rowOf = async (day: string) => {
  const [row] = await past.query<Record<string, unknown>>(
    'SELECT *, day::text AS day, counted_at::text AS counted_at FROM figures_by_day WHERE day = $1',
    [day],
  )
  return row
}
/** Creates a room with a request that is accepted immediately. The receiver answers after `seconds`. */
async function answerAfter(seconds: number, at: string): Promise<void> {
  const room = randomUUID()
  const [asker, asked] = [randomUUID(), randomUUID()].toSorted()
  await past.query(
    `INSERT INTO chat_rooms (id, participant_ids, requester_id, last_seq, created_at, updated_at)
     VALUES ($1, ARRAY[$2, $3]::uuid[], $2, 2, $4, $4)`,
    [room, asker, asked, at],
  )
  await past.query(
    `INSERT INTO chat_messages (room_id, seq, sender_id, client_id, content, created_at, updated_at)
     SELECT $1, seq, sender, gen_random_uuid(), 'x', $4::timestamptz + after * interval '1 second', now()
     FROM (VALUES (1, $2::uuid, 0::float8), (2, $3::uuid, $5::float8), (3, $3::uuid, $5::float8 + 5)) one (seq, sender, after)`,
    [room, asker, asked, at, seconds],
  )
}

describe('a day in the figures', () => {
  beforeEach(() => past.query('DELETE FROM figures_by_day'))

  it('has 25 hours when the clock goes back, and 23 when it goes forward', async () => {
    const autumn = ['2025-10-25T21:59:59Z', '2025-10-25T22:00:00Z', '2025-10-26T22:59:59Z', '2025-10-26T23:00:00Z']
    const spring = ['2025-03-29T22:59:59Z', '2025-03-29T23:00:00Z', '2025-03-30T21:59:59Z', '2025-03-30T22:00:00Z']
    for (const at of [...autumn, ...spring]) await signUpAt(at)
    await writeDailyFigures(connection.db, '2025-10-25', '2025-10-27')
    await writeDailyFigures(connection.db, '2025-03-30', '2025-03-30')
    const days = ['2025-10-25', '2025-10-26', '2025-10-27', '2025-03-30']
    const rows = await Promise.all(days.map(rowOf))
    expect(rows.map((row) => row?.['sign_ups'])).toEqual([1, 2, 1, 2])
  })

  it('is counted once after its end, even by several servers, and stays the same when people leave', async () => {
    const id = randomUUID()
    await past.query(
      `INSERT INTO connection_requests (id, sender_id, receiver_id, message, created_at)
       VALUES ($1, gen_random_uuid(), gen_random_uuid(), 'x', '2025-05-05T10:00:00Z')`,
      [id],
    )
    await Promise.all([1, 2, 3].map(() => writeDailyFigures(connection.db, '2025-05-04', '2025-05-06')))
    const counted = await rowOf('2025-05-05')
    expect(counted).toMatchObject({ requests: 1, is_over: true })
    await past.query('DELETE FROM connection_requests WHERE id = $1', [id])
    await writeDailyFigures(connection.db, '2025-05-05', '2025-05-05')
    expect(await rowOf('2025-05-05')).toEqual(counted)
  })

  it('is counted again until it has ended', async () => {
    const today = toDay(new Date())
    await writeDailyFigures(connection.db, today, today)
    const before = await rowOf(today)
    await signUpAt(new Date().toISOString())
    await writeDailyFigures(connection.db, today, today)
    expect(before).toMatchObject({ is_over: false })
    expect(await rowOf(today)).toMatchObject({ is_over: false, sign_ups: Number(before?.['sign_ups']) + 1 })
  })

  it('includes payments, refunds, accepted and declined requests, and reports of that day', async () => {
    const at = '2025-06-10T10:00:00Z'
    const paid = `INSERT INTO payment_requests (room_id, seq, client_id, seller_id, buyer_id, amount, currency, description, status,
        stripe_payment_intent_id, stripe_connect_account_id, updated_at)
      SELECT gen_random_uuid(), 1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), amount, 'eur', 'x', status,
        gen_random_uuid()::text, 'acct_1', '${at}' FROM (VALUES (8500, 'completed'), (1500, 'completed'), (99, 'rejected')) one (amount, status)`
    await past.query(paid)
    await past.query(
      `INSERT INTO refunds (payment_request_id, amount, made_by, status, stripe_refund_id, from_seller, with_fee, updated_at)
       SELECT gen_random_uuid(), 500, 'stripe', status, gen_random_uuid()::text, true, true, '${at}'
       FROM (VALUES ('succeeded'), ('failed')) one (status)`,
    )
    await past.query(
      `INSERT INTO connection_requests (sender_id, receiver_id, message, status, withdrawn, ended_by, ended_at, created_at)
       SELECT gen_random_uuid(), gen_random_uuid(), 'x', 'rejected', ended_by <> 'receiver', ended_by, '${at}', '2025-06-01'
       FROM (VALUES ('receiver'), ('expired'), ('withdrawn'), ('blocked')) one (ended_by)`,
    )
    await answerAfter(3600, at)
    await past.query(
      `INSERT INTO reports (case_id, category, reference, language, created_at)
       VALUES (gen_random_uuid(), 'spam', 'ABCDE-12345', 'en', '${at}')`,
    )
    await writeDailyFigures(connection.db, '2025-06-09', '2025-06-11')
    expect(await rowOf('2025-06-10')).toMatchObject({
      paid: 2,
      volume: '10000',
      refunded: '500',
      accepted: 1,
      declined: 2,
      first_answers: 1,
      reports: 1,
      mails: null,
      pushes: null,
    })
    expect(await rowOf('2025-06-09')).toMatchObject({ paid: 0, volume: '0', first_answers: 0 })
  })

  it('includes sent mails and pushes while the database still has their rows', async () => {
    const today = toDay(new Date())
    await past.query(
      `INSERT INTO notification_deliveries (user_id, channel, kind, subject_id, due_at, ended_at, outcome)
       SELECT gen_random_uuid(), channel, 'request_received', gen_random_uuid(), now(), now(), outcome
       FROM (VALUES ('mail', 'sent'), ('mail', 'sent'), ('push', 'sent'), ('push', 'seen')) one (channel, outcome)`,
    )
    await writeDailyFigures(connection.db, today, today)
    expect(await rowOf(today)).toMatchObject({ mails: 2, pushes: 1 })
    await past.query('DELETE FROM notification_deliveries')
  })
})

describe('figures', () => {
  it('are counted once for each day of a year, even by many servers at the same time', async () => {
    await past.query('DELETE FROM figures_by_day')
    const fold = () => new FiguresService({ db: connection.db }).fold()
    await signUpAt('2025-01-01T12:00:00Z')
    await Promise.all([fold(), fold(), fold()])
    // Polls, because the server may be counting at the same time.
    await expect
      .poll(async () => {
        await fold()
        return (await figure('sign_ups', 365)).values.filter((value) => value === null)
      }, SOON)
      .toEqual([])
    const year = await read(365)
    expect(year.days).toHaveLength(365)
    expect(year.days.at(-1)).toBe(toDay(new Date()))
    expect(year.figures.map(({ name }) => name)).toEqual([...FIGURES])
  })

  it('show the median of all answers, not the median of the days’ medians', async () => {
    await past.query('DELETE FROM figures_by_day')
    await past.query('DELETE FROM chat_rooms')
    const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()
    for (const [days, times] of [
      [2, [100]],
      [3, [100]],
      [4, [10_000, 10_000, 10_000, 10_000, 10_000]],
    ] as const) {
      for (const seconds of times) await answerAfter(seconds, daysAgo(days))
    }
    await expect
      .poll(async () => {
        await new FiguresService({ db: connection.db }).fold()
        return figure('first_answers')
      }, SOON)
      .toMatchObject({ total: 7 })
    const { total } = await figure('answer_time')
    expect(Number(total) / 10_000).toBeGreaterThan(0.95)
    expect(Number(total) / 10_000).toBeLessThan(1.05)
    expect(await figure('accept_rate')).toMatchObject({ total: 1, known_since: null })
  })

  it('are available only for 7, 30 or 365 days', async () => {
    for (const days of [0, 8, 366, '', 'x', 7.5]) {
      const answer = await app.api(viewer, 'GET', `/api/operations/daily-figures?days=${days}`)
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
    }
  })
})

describe('visit counts', () => {
  const open = (path: string, agent: string) =>
    fetch(app.url + path, { headers: { 'user-agent': agent, accept: 'text/html', cookie: 'language=nl' } })
  const stored = () =>
    past.query<{ page: string; visits: string }>('SELECT page, visits FROM visits_by_day ORDER BY page')

  it('are stored per page and day, exclude programs, and need no identities or cookies', async () => {
    expect((await figure('visits')).known_since).toBe(null)
    const answers = await Promise.all([
      open('/', FIREFOX),
      open('/?q=secret-word', FIREFOX),
      open(`/profile/${randomUUID()}`, FIREFOX),
      open('/login', FIREFOX),
      open('/', GOOGLE),
      open('/', ''),
      open('/operator', FIREFOX),
      open('/nowhere', FIREFOX),
    ])
    expect(answers.flatMap((answer) => answer.headers.getSetCookie())).toEqual([])
    await doRepeatedWork()
    expect(await stored()).toEqual([
      { page: 'landing', visits: '2' },
      { page: 'other', visits: '1' },
    ])
    const columns = await past.query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'visits_by_day' ORDER BY 1`,
    )
    expect(columns.map(({ name }) => name)).toEqual(['day', 'page', 'visits'])
    const today = toDay(new Date())
    expect(await figure('visits')).toMatchObject({ total: 3, known_since: today })
    expect((await read(7)).visits_by_page).toContainEqual({ page: 'landing', visits: 2 })
  })

  it('add up over several servers, and are kept when a server stops in order', async () => {
    const second = await createTestApp({ databaseUrl: app.databaseUrl, withPages: true })
    const before = Number((await stored()).find(({ page }) => page === 'landing')?.visits)
    await fetch(second.url, { headers: { 'user-agent': FIREFOX } })
    await open('/', FIREFOX)
    await second.close()
    await doRepeatedWork()
    expect(await stored()).toContainEqual({ page: 'landing', visits: String(before + 2) })
  })
})
