// @module-tag slow
import { setTimeout as sleep } from 'node:timers/promises'

import { beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { TYPING } from '@kundig/contract/limits'
import { recordQueries } from '@kundig/testing/database/recorded-queries'
import { openPersistentTab } from '@kundig/testing/people/persistent-tab'
import type { Person, Tab } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp()
let ann: Person
let bob: Person
let annTab: Tab
let bobTab: Tab
let roomId: string

beforeAll(async () => {
  ;[ann, bob] = await Promise.all([app.profiled(), app.profiled()])
})
beforeEach(async () => {
  // Prevents notifications from the previous test, which would also query the database.
  await app.sql('UPDATE room_members SET notify_at = NULL')
  ;[annTab, bobTab] = await Promise.all([app.live(ann), app.live(bob)])
  const before = await countBells()
  roomId = (await app.room(ann, bob)).id
  // Waits for the request's notifications, which would also query the database.
  const isHandled = async () => (await app.sql('SELECT id FROM domain_events WHERE handled_at IS NULL')).length === 0
  await vi.waitUntil(isHandled, SOON)
  const expectedEvents = (await countBells()) - before
  await vi.waitUntil(
    () => [annTab, bobTab].flatMap((tab) => tab.listEvents('notification.created')).length === expectedEvents,
    SOON,
  )
  await app.sql('DELETE FROM notification_deliveries')
})

const SOON = { timeout: 10_000 }

const countBells = async (): Promise<number> => (await app.sql('SELECT FROM notifications')).length

/** Matches session queries: one for every HTTP request, and periodic ones for all live connections. */
const isOfSession = (text: string): boolean => text.includes('"session"')
const isOfJobs = (text: string): boolean =>
  /\bpgboss\b|\bjobs\b|\bpg_snapshot_xmin\b|\broom_notifications\b|\bnotification_deliveries\b|\bowed_pushes\b|\breceipt_mails\b|\breceipts_owed\b|\bdomain_events\b|\breminders\b|\breceipt_due_at\b|\boutcome_due_at\b|\bmail_due_at\b|\bnext_step_at <= now|\bnotify_at <= now|\bpayment_cancellations|\bpayment_blocks\b|\bpayment_pauses\b|\bstripe_events\b|\bseller_states s SET\b|\bstripe_platforms\b|\bcard_declines\b|\bstandings\b|\binvitations\b|\bsite_settings\b|\bpage_versions\b|\bfailure_counts\b|\brunning_servers\b|\bfigures_by_day\b|\bvisits_by_day\b|figures by day|\bcheck_at <= now|DELETE FROM notifications|delete from "unsent_questions"|\bDELETE FROM removed_messages\b/u.test(
    text,
  )

async function count(
  work: (texts: readonly string[]) => Promise<unknown>,
): Promise<{ session: number; others: string[] }> {
  const all = (await recordQueries(work)).filter((text) => !isOfJobs(text))
  // Ignores the COMMIT of a background job, which may end during the work.
  const texts = all.some((text) => /^begin/iu.test(text)) ? all : all.filter((text) => text !== 'COMMIT')
  return { session: texts.filter(isOfSession).length, others: texts.filter((text) => !isOfSession(text)) }
}

/** Matches `many` statements with any text. A failure names the surplus statements. */
const statements = (many: number): unknown[] => Array.from<unknown>({ length: many }).fill(expect.any(String))

test('sending a message and marking as read cost one database round trip each, even without a change', async () => {
  // Both calls prepare all statements.
  await annTab.send(roomId, 'First')
  await bobTab.read(roomId, 1)
  expect((await count(() => annTab.send(roomId, 'Second'))).others).toEqual(statements(1))
  expect((await count(() => bobTab.read(roomId, 2))).others).toEqual(statements(1))
  expect((await count(() => bobTab.read(roomId, 2))).others).toEqual(statements(1))
})

test('besides the session query, a page of rooms costs one round trip, and a single room costs two', async () => {
  await annTab.send(roomId, 'First')
  const list = await count(() => app.must(bob, 'GET', '/api/chat-rooms'))
  expect(list.session).toBeGreaterThan(0)
  expect(list.others).toEqual(statements(1))
  expect((await count(() => app.getRoom(bob, roomId))).others.length).toBeLessThanOrEqual(2)
})

async function untilQuiet(texts: readonly string[]): Promise<void> {
  const asked = (): number => texts.filter((text) => !isOfJobs(text) && !isOfSession(text)).length
  for (let before = -1; before < asked();) {
    before = asked()
    await sleep(2000)
  }
}

test('a resuming tab costs four round trips: two for its session, one for missed messages, one for its rooms', async () => {
  await annTab.send(roomId, 'First')
  // Prevents notifications, which would also query the database.
  await app.sql('UPDATE room_members SET notify_at = NULL')
  const tab = openPersistentTab(bob, roomId, [app, app])
  try {
    await count(async (texts) => {
      await expect.poll(() => tab.shown.map(({ content }) => content), { timeout: 30_000 }).toEqual(['First'])
      await expect.poll(() => tab.isConnectedTo(app), { timeout: 30_000 }).toBe(true)
      await untilQuiet(texts)
    })
    const { session, others } = await count(async (texts) => {
      tab.cut()
      const hasResumed = (): boolean => texts.some((text) => text.includes('requests_stamp'))
      await expect.poll(hasResumed, { timeout: 30_000 }).toBe(true)
      await untilQuiet(texts)
    })
    expect(others).toEqual(statements(2))
    expect(session).toBeLessThanOrEqual(2)
  } finally {
    tab.close()
  }
}, 120_000)

test('missed messages cost a resuming tab no further round trip', async () => {
  await annTab.send(roomId, 'First')
  await annTab.send(roomId, 'Second')
  bobTab.socket.disconnect()
  const { session, others } = await count(async () => {
    await app.live(bob)
    const { rooms } = await app.resume(bob, [{ room_id: roomId, last_seq: 1, change_seq: 0 }])
    expect(rooms[0]?.messages.map(({ content }) => content)).toEqual(['Second'])
  })
  expect(others).toEqual(statements(2))
  expect(session).toBeLessThanOrEqual(2)
})

test('typing looks up the two people of a room at most once per period', async () => {
  const signalTyping = async (typist: Tab, partner: Tab): Promise<void> => {
    const countReceived = (): number => partner.listEvents('typing').filter(({ room_id }) => room_id === roomId).length
    const before = countReceived()
    typist.socket.emit('typing', { room_id: roomId })
    await expect.poll(countReceived).toBe(before + 1)
  }
  expect((await count(() => signalTyping(annTab, bobTab))).others).toEqual(statements(1))
  expect((await count(() => signalTyping(bobTab, annTab))).others).toEqual([])
})

test('a conversation costs at most 2.5 round trips per message, including read marks and typing', async () => {
  const messages = 12
  const { others } = await count(async () => {
    for (let number = 1; number <= messages; number++) {
      const [writer, reader] = number % 2 === 1 ? [annTab, bobTab] : [bobTab, annTab]
      writer.socket.emit('typing', { room_id: roomId })
      await writer.send(roomId, `Message ${number}`)
      await reader.read(roomId, number)
      if (number % 6 === 0) await sleep(TYPING.everyMs)
    }
  })
  expect(others.length).toBeGreaterThanOrEqual(2 * messages)
  expect(others.length / messages).toBeLessThanOrEqual(2.5)
})
