import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import { createPdf } from '@kundig/testing/files/made-files'
import { type ContentModeration, openContentModeration } from '@kundig/testing/people/content-moderation'
import { sendFileOrThrow } from '@kundig/testing/people/file-sending'
import type { Person } from '@kundig/testing/people/test-client'
import { toCookieHeader } from '@kundig/testing/people/test-client'
import { createTestApp, type TestApp } from '@kundig/testing/server/test-app'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp()
let moderation: ContentModeration
beforeAll(async () => {
  moderation = await openContentModeration(app)
})
afterAll(async () => {
  await moderation.close()
})

const download = (who: Person | null, of: TestApp = app, headers: Record<string, string> = {}) =>
  fetch(`${of.url}/api/account/data`, { headers: { ...headers, ...(who && { cookie: toCookieHeader(who) }) } })

type Data = Record<string, unknown>
async function readData(who: Person): Promise<{ text: string; data: Data }> {
  const answer = await download(who)
  expect(answer.status).toBe(200)
  const text = await answer.text()
  return { text, data: JSON.parse(text) as Data }
}

/** Part of the file that contains the data of each table with personal data. */
const EXPORTED: Record<string, string> = {
  account: 'ways_to_log_in',
  blocks: 'blocks',
  chat_messages: 'messages',
  message_versions: 'messages',
  removed_messages: 'messages',
  chat_rooms: 'rooms',
  connection_requests: 'connection_requests_sent',
  email_confirmations: 'account',
  known_devices: 'known_browsers',
  notification_settings: 'notification_settings',
  notifications: 'notifications',
  operator_roles: 'roles',
  payment_requests: 'payment_requests_made',
  payment_attempts: 'payment_requests_received',
  payment_blocks: 'payment_blocks',
  payouts: 'payouts',
  card_declines: 'declined_cards',
  presence: 'presence',
  profiles: 'profile',
  push_subscriptions: 'push_browsers',
  reports: 'reports',
  room_members: 'rooms',
  room_notifications: 'muted_rooms',
  session: 'devices',
  standings: 'standing',
  statements: 'statements',
  chat_files: 'messages',
  receipts: 'receipts',
  refunds: 'payment_requests_made',
  refund_requests: 'payment_requests_made',
  disputes: 'payment_requests_made',
  objections: 'statements',
  terms_acceptances: 'accepted_terms',
  report_texts: 'reports',
  seller_states: 'payments_account',
  stripe_links: 'payments_account',
  reviews: 'reviews_written',
  review_rights: 'review_rights',
}

const LEFT_OUT: Record<string, string> = {
  appointment_reminders: 'when people are reminded of appointments, which are in the file',
  early_fraud_warnings: 'suspicions of card networks: a fraudster must not see them',
  domain_events: 'pending events; handled ones are among the notifications',
  ledger_journals: 'the books of the site, with the amounts of payments; the payments are in the file',
  ledger_lines: 'the same',
  message_words: 'the words of messages, which are in the file',
  searched_rooms: 'how far the words of messages are written',
  notification_deliveries: 'pending mails and pushes of notifications and messages',
  owed_pushes: 'pending pushes to single browsers',
  one_time_codes: 'secrets, of links that were mailed and soon expire',
  page_versions: 'what the site said; that an owner published it is what they did for the site',
  payment_cancellations: 'work that is left to do at Stripe after a block',
  payment_cancellations_of_people: 'work that is left to do at Stripe after a ban',
  payment_pauses: 'work that is left to do at Stripe after a suspension',
  receipts_owed: 'pending work; its subjects are among the payment requests',
  receipt_mails: 'pending mails of receipts',
  second_factor_sessions: 'belongs to a session, and says only that the second factor was given',
  users: 'what servers of the release before read of the account with payments',
  unsent_questions: 'a question on its way, for 24 hours at most; once sent it is among the requests',
  two_factor: 'the secret of the second factor; that there is one is in the account',
}

const PERSON_COLUMNS =
  "'user_id', 'sender_id', 'receiver_id', 'recipient_id', 'seller_id', 'buyer_id', 'account_id', 'reporter_id', 'blocker_id', 'blocked_id', 'participant_ids', 'one_id', 'other_id'"

describe('the export of a person’s data', () => {
  it('contains data of each table that refers to people, unless a reason excludes the table', async () => {
    const rows = await app.sql<{ name: string }>(
      `WITH RECURSIVE reference AS (
         SELECT t.table_name AS name, u.table_name AS target
         FROM information_schema.table_constraints t
         JOIN information_schema.constraint_table_usage u USING (constraint_schema, constraint_name)
         WHERE t.constraint_type = 'FOREIGN KEY' AND t.table_schema = 'public'
       ), belonging AS (
         SELECT 'user'::text AS name
         UNION SELECT table_name::text FROM information_schema.columns
           WHERE table_schema = 'public' AND column_name IN (${PERSON_COLUMNS})
         UNION SELECT r.name::text FROM reference r JOIN belonging b ON b.name = r.target
       ) SELECT DISTINCT name FROM belonging WHERE name <> 'user' ORDER BY name`,
    )
    expect(rows.map(({ name }) => name)).toEqual([...Object.keys(EXPORTED), ...Object.keys(LEFT_OUT)].toSorted())
    const { data } = await readData(await app.profiled())
    expect(Object.keys(data)).toEqual(expect.arrayContaining([...Object.values(EXPORTED), 'account']))
  })

  it('is one uncached attachment, which only the person can download', async () => {
    const ann = await app.profiled()
    const answer = await download(ann)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/u)
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="?kundig-\d{4}-\d\d-\d\d\.json/u)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    await answer.json()
    const visitor = await download(null)
    expect(visitor.status).toBe(401)
    expect(await visitor.json()).toMatchObject({ code: 'NO_SESSION' })
  })

  it('works for a person without a profile', async () => {
    const { data } = await readData(await app.signUp())
    expect(data).toMatchObject({ profile: null, rooms: [], messages: [], reports: [], roles: [] })
  })

  it('contains both people’s messages, files with their addresses, and removed messages without their text', async () => {
    const [ann, bob] = [await app.profiled(), await app.profiled()]
    const room = await app.room(ann, bob)
    await app.send(ann, room.id, 'What Ann said')
    await app.send(bob, room.id, 'What Bob said')
    await app.send(bob, room.id, 'What was removed')
    await sendFileOrThrow(app.url, bob, room.id, { content: createPdf(), name: 'from-bob.pdf' })
    await moderation.remove(room.id, 3)
    const { text, data } = await readData(ann)
    expect(text).not.toContain('What was removed')
    expect(data).toMatchObject({
      account: { id: ann.id, email: ann.email },
      profile: { id: ann.id },
      rooms: [{ id: room.id, partner_ids: [bob.id] }],
      messages: [
        { seq: 1, sender_id: ann.id, content: 'What Ann said', removed: false },
        { seq: 2, sender_id: bob.id, content: 'What Bob said' },
        { seq: 3, sender_id: bob.id, content: null, removed: true },
        { seq: 4, file: { name: 'from-bob.pdf' } },
      ],
    })
    const url = /"url":"([^"]+from-bob\.pdf)"/u.exec(text)?.[1] ?? ''
    expect((await fetch(app.url + url, { headers: { cookie: toCookieHeader(ann) } })).status).toBe(200)
  })

  it('contains the person’s own reports with their texts, but no reports about them and no blocks by others', async () => {
    const [ann, bob, cas] = [await app.profiled(), await app.profiled(), await app.profiled()]
    const report = (who: Person, about: Person, text: string) =>
      app.must(who, 'POST', '/api/reports', { subject: { kind: 'profile', id: about.id }, category: 'spam', text })
    await report(ann, bob, 'What Ann wrote of Bob')
    await report(cas, ann, 'What Cas wrote of Ann')
    await app.must(ann, 'POST', '/api/blocks', { person_id: bob.id })
    await app.must(cas, 'POST', '/api/blocks', { person_id: ann.id })
    const { text, data } = await readData(ann)
    expect(data).toMatchObject({
      reports: [{ subject_id: bob.id, text: 'What Ann wrote of Bob' }],
      blocks: [{ person_id: bob.id }],
    })
    expect(data['reports']).toHaveLength(1)
    expect(data['blocks']).toHaveLength(1)
    expect(text).not.toContain(cas.id)
    expect(text).not.toContain('What Cas wrote')
  })

  it('does not reveal that a request ended by a block', async () => {
    const [ann, bob] = [await app.profiled(), await app.profiled()]
    await app.must(ann, 'POST', '/api/connection-requests', {
      receiver_id: bob.id,
      message: 'Could you help me with this?',
    })
    await app.must(bob, 'POST', '/api/blocks', { person_id: ann.id })
    const { text, data } = await readData(ann)
    expect(data).toMatchObject({
      connection_requests_sent: [{ receiver_id: bob.id, status: 'rejected', ended_by: 'receiver' }],
    })
    expect(text).not.toContain('blocked"')
  })

  it('contains no data about other people', async () => {
    const [ann, bob, cas] = [await app.profiled(), await app.profiled(), await app.profiled()]
    const theirs = await app.room(bob, cas)
    await app.send(bob, theirs.id, 'Between Bob and Cas')
    await app.room(ann, bob)
    const { text } = await readData(ann)
    for (const foreign of [cas.id, cas.email, bob.email, theirs.id, 'Between Bob and Cas'])
      expect(text).not.toContain(foreign)
  })

  it('contains no secret', async () => {
    const ann = await app.signUp()
    await app.saveProfile(ann)
    await app.sql(
      `INSERT INTO two_factor (id, user_id, secret, backup_codes) VALUES (gen_random_uuid(), $1, 'a-secret-key', 'backup-codes')`,
      [ann.id],
    )
    await app.sql(
      `INSERT INTO users (id, stripe_customer_id, stripe_connect_account_id) VALUES ($1, 'cus_ofann', 'acct_ofann')
       ON CONFLICT (id) DO UPDATE SET stripe_customer_id = 'cus_ofann', stripe_connect_account_id = 'acct_ofann'`,
      [ann.id],
    )
    const kept = await app.sql<{ secret: string | null }>(
      `SELECT password AS secret FROM account WHERE user_id = $1 UNION ALL SELECT token FROM session WHERE user_id = $1
       UNION ALL SELECT id::text FROM session WHERE user_id = $1 UNION ALL SELECT hash FROM one_time_codes WHERE user_id = $1
       UNION ALL SELECT device_hash FROM known_devices WHERE user_id = $1`,
      [ann.id],
    )
    const secrets = kept.flatMap(({ secret }) => secret ?? [])
    expect(secrets.length).toBeGreaterThan(3)
    const { text, data } = await readData(ann)
    for (const secret of [...secrets, 'a-secret-key', 'backup-codes', 'cus_ofann', 'acct_ofann'])
      expect(text).not.toContain(secret)
    expect(data).toMatchObject({ payments_account: { is_customer_of_stripe: true, is_seller_at_stripe: true } })
  })

  it('the export contains all rows of a large table', async () => {
    const [ann, bob] = [await app.profiled(), await app.profiled()]
    const room = await app.room(ann, bob)
    await app.sql(
      `INSERT INTO chat_messages (room_id, seq, sender_id, client_id, content, created_at, updated_at)
       SELECT $1, n, $2, gen_random_uuid(), 'Text ' || n, now(), now() FROM generate_series(1, 1001) n`,
      [room.id, bob.id],
    )
    const { data } = await readData(ann)
    const seqs = (data['messages'] as { seq: number }[]).map(({ seq }) => seq)
    expect(seqs).toEqual(Array.from({ length: 1001 }, (_, index) => index + 1))
  })

  it('is limited to five downloads a day, and links on other sites do not count', async () => {
    const limited = await createTestApp({ attemptLimitFactor: 1 })
    onTestFinished(() => limited.close())
    const ann = await limited.profiled()
    const led = await download(ann, limited, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' })
    expect([led.status, await led.json()]).toMatchObject([403, { code: 'FORBIDDEN' }])
    for (let time = 0; time < 5; time += 1) expect((await download(ann, limited)).status).toBe(200)
    const refused = await download(ann, limited)
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
    expect(refused.headers.get('content-disposition')).toBeNull()
  })
})
