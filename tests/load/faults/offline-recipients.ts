import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { findFreePort } from '@kundig/server/platform/http/free-port'
import { backdateStoredTimes } from '@kundig/testing/database/moved-clock'
import type { Sql } from '@kundig/testing/database/test-database'
import { seedUser } from '@kundig/testing/people/seeded-user'
import { type ReceivedMail, type SmtpInbox, startSmtpInbox } from '@kundig/testing/people/smtp-inbox'
import type { Person } from '@kundig/testing/people/test-client'
import { startPushService, type SubscribedBrowser, type TestPushService } from '@kundig/testing/push/push-service'

import { SECRET, type TestEnvironment } from './test-environment.ts'

const OFFLINE_MINUTES = 500
const SENDERS = 20
/** Every nth person opens the chat soon after each message, so that no notification becomes due. */
const READS_EVERY = 5
const KILLS = 20
/** Every nth kill ends PostgreSQL instead of a server. */
const POSTGRES_EVERY = 5
const AT_ONCE = 25
/** Simulated pause between two messages to a person (minutes): pushes are due after one pause, mails after several. */
const PAUSE_MIN = 2
/** Simulated period that exceeds any pause between two mails, or between two tries of a mail (minutes). */
const A_DAY_MIN = 25 * 60
const SENT_LIMIT_MS = 120_000

export interface OfflineCost {
  acknowledged: number
  /** Number of people who got no push, or no mail, about unread messages. */
  lost: number
  /** Number of pushes and mails repeated under another id, which a browser or mail program shows twice. */
  doubled: number
  needless: number
  pushes: number
  mails: number
}

interface OfflineRecipient {
  person: Person
  sender: Person
  roomId: string
  browser: SubscribedBrowser
  isReader: boolean
}

export async function notifyOfflineRecipients(count: number, environment: TestEnvironment): Promise<OfflineCost> {
  const pushService = await startPushService()
  const smtpPort = await findFreePort()
  const inbox = await startSmtpInbox(smtpPort)
  try {
    return await notifyUnderFaults(count, environment, { pushService, inbox, smtpPort })
  } finally {
    await Promise.all([pushService.close(), inbox.close()])
  }
}

async function notifyUnderFaults(
  count: number,
  environment: TestEnvironment,
  { pushService, inbox, smtpPort }: { pushService: TestPushService; inbox: SmtpInbox; smtpPort: number },
): Promise<OfflineCost> {
  const settings = { SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, PUSH_TEST_ORIGIN: pushService.origin }
  const server = await environment.startServer(settings)
  const use = async <T>(act: (sql: Sql) => Promise<T>): Promise<T> => {
    const sql = await environment.openSql()
    try {
      return await act(sql)
    } finally {
      await sql.close()
    }
  }
  const absent = await use((sql) => seedOfflineRecipients(sql, pushService))
  const each = Math.ceil(count / OFFLINE_MINUTES)
  let acknowledged = 0

  /** Retries a call under the same ids until success, like an outbox. */
  async function retryUntilAccepted(person: Person, path: string, body: object): Promise<void> {
    for (;;) {
      const answer = await server.api(person, 'POST', path, body).catch(() => null)
      if (answer !== null && answer.status < 300) return
      if (answer !== null && answer.status < 500) throw new Error(`an answer of ${answer.status} to ${path}`)
      await sleep(50)
    }
  }
  const writeTo = (some: readonly OfflineRecipient[]): Promise<void> =>
    runConcurrently(some, async ({ sender, roomId }) => {
      await retryUntilAccepted(sender, `/api/chat-rooms/${roomId}/messages`, {
        client_id: randomUUID(),
        content: 'Are you there?',
      })
      acknowledged += 1
    })
  const readAll = (upTo: number): Promise<void> =>
    runConcurrently(
      absent.filter(({ isReader }) => isReader),
      ({ person, roomId }) => retryUntilAccepted(person, `/api/chat-rooms/${roomId}/read`, { up_to_seq: upTo }),
    )
  async function killServerOrPostgres(round: number): Promise<void> {
    await sleep(randomInt(1500))
    if (round % POSTGRES_EVERY === 0) {
      await environment.killPostgres()
      await sleep(randomInt(1000))
      await environment.restartPostgres()
    } else {
      await server.kill()
      await server.start()
    }
  }

  for (let round = 1; round <= each; round += 1) {
    const half = absent.length / 2
    await writeTo(absent.slice(0, half))
    // The first half of the people gets its notifications while the other half receives messages.
    await use((sql) => backdateStoredTimes(sql.query, PAUSE_MIN))
    const writing = writeTo(absent.slice(half))
    if (round <= KILLS) await killServerOrPostgres(round)
    await writing
    await readAll(round)
    await use(waitUntilSent)
  }
  for (let day = 0; day < 3; day += 1) {
    await use((sql) => backdateStoredTimes(sql.query, A_DAY_MIN))
    await use(waitUntilSent)
  }
  return { acknowledged, ...computeOfflineCost(absent, inbox.received, each) }
}

async function seedOfflineRecipients(sql: Sql, pushService: TestPushService): Promise<OfflineRecipient[]> {
  const arrange = async (): Promise<Person> => {
    const person = await seedUser(sql.query, SECRET)
    await sql.query(
      `INSERT INTO profiles (id, full_name, expertise_category, is_public) VALUES ($1, 'Ada Ademola', 'education', false)`,
      [person.id],
    )
    return person
  }
  const senders = await Promise.all(Array.from({ length: SENDERS }, arrange))
  const absent: OfflineRecipient[] = []
  for (let index = 0; index < OFFLINE_MINUTES; index += 1) {
    const person = await arrange()
    const sender = senders[index % SENDERS] ?? person
    const browser = pushService.subscribe()
    const { endpoint, keys } = browser.subscription
    const [room] = await sql.query<{ id: string }>(
      `WITH room AS (
         INSERT INTO chat_rooms (participant_ids, requester_id)
         SELECT array_agg(id ORDER BY id), $2 FROM unnest(ARRAY[$1, $2]::uuid[]) id RETURNING id, participant_ids
       ), members AS (
         INSERT INTO room_members (room_id, user_id) SELECT id, unnest(participant_ids) FROM room
       ), subscription AS (
         INSERT INTO push_subscriptions (user_id, session_id, endpoint, p256dh, auth)
         SELECT $1, id, $3, $4, $5 FROM session WHERE user_id = $1
       )
       SELECT id FROM room`,
      [person.id, sender.id, endpoint, keys.p256dh, keys.auth],
    )
    absent.push({ person, sender, roomId: room?.id ?? '', browser, isReader: index % READS_EVERY === 0 })
  }
  await sql.query('UPDATE "user" SET email_verified = true')
  return absent
}

async function runConcurrently<T>(all: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...all]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) await act(one)
    }),
  )
}

/** Waits until no notification is due or pending. Ignores notifications that a killed server still reserves. */
async function waitUntilSent(sql: Sql): Promise<void> {
  const deadline = performance.now() + SENT_LIMIT_MS
  for (;;) {
    const due = await sql.query(
      `WITH soon AS (SELECT clock_timestamp() + interval '1 second' AS at)
       SELECT 1 FROM room_members, soon WHERE notify_at <= at
       UNION ALL SELECT 1 FROM notification_deliveries, soon
       WHERE ended_at IS NULL AND due_at <= at AND (claimed_until IS NULL OR claimed_until <= at) LIMIT 1`,
    )
    if (due.length === 0) return
    if (performance.now() > deadline) throw new Error('pending notifications were not sent in time')
    await sleep(100)
  }
}

const countIn = (text: string): number => Number(/\b(\d+) unread message/u.exec(text)?.[1] ?? 0)

function computeOfflineCost(
  absent: readonly OfflineRecipient[],
  mails: readonly ReceivedMail[],
  each: number,
): Omit<OfflineCost, 'acknowledged'> {
  const cost = { lost: 0, doubled: 0, needless: 0, pushes: 0, mails: mails.length }
  const mailsTo = Map.groupBy(mails, ({ to }) => to[0] ?? '')
  for (const { person, browser, isReader } of absent) {
    const theirMails = mailsTo.get(person.email) ?? []
    const pushes = browser.received.map(({ payload, topic }) => ({
      count: countIn(payload.title),
      identity: topic ?? '',
    }))
    const letters = theirMails.map(({ headers }) => ({
      count: countIn(headers.get('subject') ?? ''),
      identity: headers.get('message-id') ?? '',
    }))
    cost.pushes += pushes.length
    if (isReader) cost.needless += theirMails.length
    else if (theirMails.length === 0 || pushes.every(({ count }) => count < each)) cost.lost += 1
    if (!isReader) cost.doubled += countDuplicateNotifications(pushes) + countDuplicateNotifications(letters)
  }
  return cost
}

/** Counts notifications that repeat the same content under another id. */
function countDuplicateNotifications(notifications: readonly { count: number; identity: string }[]): number {
  const identities = Map.groupBy(notifications, ({ count }) => count)
  let doubled = 0
  for (const same of identities.values()) doubled += new Set(same.map(({ identity }) => identity)).size - 1
  return doubled
}
