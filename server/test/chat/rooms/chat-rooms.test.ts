import { describe, expect, it } from 'vitest'

import { ROOMS_PAGE_SIZE, type RoomsPage } from '@kundig/contract/chat/chat.contract'
import { LIMITS } from '@kundig/contract/limits'
import { openRecordingDatabase } from '@kundig/testing/database/recording-database'
import { sendFileOrThrow } from '@kundig/testing/people/file-sending'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

import { paymentAttachments } from '../../../src/features/books/ports.ts'
import { findPage } from '../../../src/features/chat/rooms/room.repository.ts'
import { selectById } from '../../../src/features/profiles/profile.repository.ts'

const app = useTestApp()

async function insertRooms(person: Person, count: number, hoursApart: number): Promise<string[]> {
  const rows = await app.sql<{ id: string }>(
    `WITH people AS (
       INSERT INTO "user" (id, name, email)
       SELECT uuidv7(), '', uuidv4() || '@example.com' FROM generate_series(1, 20) RETURNING id
     ), partner AS (
       INSERT INTO profiles (id, full_name, expertise_category, is_public)
       SELECT id, 'Someone', 'education', true FROM people RETURNING id
     ), made AS (
       INSERT INTO chat_rooms (participant_ids, requester_id, request_message, last_seq, updated_at)
       SELECT ARRAY[least(partner.id, $1::uuid), greatest(partner.id, $1::uuid)], partner.id, 'May I?', 5,
         now() - n * $3::float8 * interval '1 hour'
       FROM generate_series(1, $2::int) AS n
       JOIN (SELECT id, row_number() OVER () AS place FROM partner) AS partner ON partner.place = 1 + n % 20
       RETURNING id, participant_ids, updated_at
     ), member AS (
       INSERT INTO room_members (room_id, user_id, last_read_seq, unread_count)
       SELECT made.id, member, 2, CASE WHEN member = $1::uuid AND number % 100 < 3 THEN 3 ELSE 0 END
       FROM (SELECT *, row_number() OVER (ORDER BY updated_at) AS number FROM made) AS made, unnest(participant_ids) AS member
     )
     SELECT id FROM made ORDER BY updated_at DESC, id DESC`,
    [person.id, count, hoursApart],
  )
  await app.sql('ANALYZE chat_rooms, room_members')
  return rows.map(({ id }) => id)
}

const pageOf = (person: Person, cursor?: string) =>
  app.must<RoomsPage>(person, 'GET', `/api/chat-rooms${cursor === undefined ? '' : `?cursor=${cursor}`}`)

async function pagesOf(person: Person): Promise<RoomsPage[]> {
  const pages = [await pageOf(person)]
  for (let cursor = pages[0]?.next_cursor; cursor; cursor = pages.at(-1)?.next_cursor) {
    pages.push(await pageOf(person, cursor))
    if (pages.length > 100) throw new Error('Pages without end')
  }
  return pages
}

describe('the list of rooms', () => {
  it.each([
    ['over months', 130, 20],
    ['within a day', 130, 0.01],
    ['at one and the same instant', 110, 0],
  ])('comes in pages without omissions or duplicates, with changes %s', async (_when, count, hoursApart) => {
    const person = await app.profiled()
    const ids = await insertRooms(person, count, hoursApart)
    const pages = await pagesOf(person)
    expect(pages.map(({ items }) => items.length)).toEqual([50, 50, count - 100])
    expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(ids)
  })

  it('has no next page after a full last page, or for a person without rooms', async () => {
    const person = await app.profiled()
    expect(await pageOf(person)).toEqual({ items: [], unread_total: 0, next_cursor: null })
    await insertRooms(person, ROOMS_PAGE_SIZE, 1)
    expect(await pageOf(person)).toMatchObject({ items: { length: ROOMS_PAGE_SIZE }, next_cursor: null })
  })

  // spec 2.40
  it('includes the total unread count on each page', async () => {
    const person = await app.profiled()
    await insertRooms(person, 200, 5)
    for (const page of await pagesOf(person)) expect(page.unread_total).toBe(18)
  })

  it('shows each room to its viewer: the partner, the unread count and both read marks', async () => {
    const [reader, writer] = await Promise.all([app.profiled(), app.profiled({ full_name: 'Wim Writer' })])
    const { id } = await app.room(reader, writer)
    for (const content of ['One', 'Two', 'Three']) await app.send(writer, id, content)
    await app.must(reader, 'POST', `/api/chat-rooms/${id}/read`, { up_to_seq: 2 })
    const asRead = { unread_count: 1, read_seq: 2, partner_read_seq: 0, partner: { full_name: 'Wim Writer' } }
    expect((await pageOf(reader)).items).toMatchObject([asRead])
    expect(await app.getRoom(reader, id)).toMatchObject(asRead)
    expect((await pageOf(writer)).items).toMatchObject([{ unread_count: 0, read_seq: 0, partner_read_seq: 2 }])
  })

  it('shows a shortened last message for each room, as a single room and live events do', async () => {
    const [reader, writer] = await Promise.all([app.profiled(), app.profiled()])
    const { id, last_message: none } = await app.room(reader, writer)
    expect(none).toBe(null)
    await app.send(reader, id, 'First')
    await app.send(writer, id, '𝄞'.repeat(LIMITS.previewMax + 1))
    const long = { seq: 2, sender_id: writer.id, content: `${'𝄞'.repeat(LIMITS.previewMax - 1)}…` }
    expect((await pageOf(reader)).items[0]?.last_message).toEqual(long)
    expect((await app.getRoom(writer, id)).last_message).toEqual(long)
    const tab = await app.live(reader)
    await sendFileOrThrow(app.url, writer, id, { content: Buffer.from('%PDF-1.4\n%%EOF'), name: 'plan.pdf' })
    const file = { seq: 3, content: 'Shared a file', file: { name: 'plan.pdf', type: 'application/pdf' } }
    expect((await pageOf(writer)).items[0]?.last_message).toEqual({ ...file, sender_id: writer.id })
    await app.must(writer, 'POST', `/api/chat-rooms/${id}/close`)
    await expect.poll(() => tab.listEvents('room.updated')).toMatchObject([{ status: 'closed', last_message: file }])
  })

  it('marks a room as new until its requester opens the room, even without messages', async () => {
    const [asker, asked] = await Promise.all([app.profiled(), app.profiled()])
    const { id } = await app.room(asker, asked)
    const isNew = async (person: Person) => [
      (await pageOf(person)).items[0]?.is_new,
      (await app.getRoom(person, id)).is_new,
    ]
    expect(await isNew(asker)).toEqual([true, true])
    expect(await isNew(asked)).toEqual([false, false])
    const tab = await app.live(asker)
    const opened = await app.must(asker, 'POST', `/api/chat-rooms/${id}/read`, { up_to_seq: 0 })
    expect(opened).toEqual({ room_id: id, up_to_seq: 0, unread_count: 0, last_seq: 0 })
    await expect.poll(() => tab.listEvents('room.read')).toMatchObject([{ reader_id: asker.id, up_to_seq: 0 }])
    expect(await isNew(asker)).toEqual([false, false])
    await app.send(asked, id, 'Hello')
    await app.must(asker, 'POST', `/api/chat-rooms/${id}/read`, { up_to_seq: 0 })
    expect(await app.getRoom(asker, id)).toMatchObject({ unread_count: 1, read_seq: 0, is_new: false })
  })

  it('returns a page to older tabs, which send no cursor', async () => {
    const person = await app.profiled()
    await insertRooms(person, 60, 5)
    const answer = await app.api<{ json: RoomsPage }>(person, 'POST', '/rpc/chat/rooms', {}, { origin: app.url })
    expect(answer).toMatchObject({ status: 200, body: { json: { items: { length: ROOMS_PAGE_SIZE } } } })
  })

  it('continues after the cursor, even if rooms change between pages', async () => {
    const person = await app.profiled()
    const ids = await insertRooms(person, 70, 5)
    const { next_cursor: cursor } = await pageOf(person)
    await app.sql('UPDATE chat_rooms SET updated_at = now() WHERE id = $1', [ids[60]])
    const rest = await pageOf(person, cursor ?? '')
    expect(rest.items.map(({ id }) => id)).toEqual(ids.slice(50).filter((id) => id !== ids[60]))
  })

  it.each(['', 'x', 'bm90IGpzb24', Buffer.from('["2026-01-01T00:00:00.000Z"]').toString('base64url')])(
    'rejects %j as a cursor',
    async (cursor) => {
      const answer = await app.api(await app.profiled(), 'GET', `/api/chat-rooms?cursor=${cursor}`)
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
    },
  )

  it('reads only rooms near the requested page out of 5,000, at both ends of the list', { tags: 'slow' }, async () => {
    const [person, other] = await Promise.all([app.profiled(), app.profiled()])
    await insertRooms(other, 20_000, 1)
    const ids = await insertRooms(person, 5000, 3)
    const [place] = await app.sql<{ at: Date; id: string }>(
      'SELECT updated_at AS at, id FROM chat_rooms WHERE id = $1',
      [ids[4900]],
    )
    const recording = await openRecordingDatabase(app.databaseUrl)
    try {
      for (const after of [null, place ?? null]) {
        const asked = { selectPartner: selectById, selectPayment: paymentAttachments.select }
        const query = { ...asked, userId: person.id, partnerId: undefined, after, limit: 51 }
        expect((await findPage(recording.db, query)).rooms).toHaveLength(51)
        const statement = recording.statements.at(-1)
        const [explained] = await app.sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
          `EXPLAIN (ANALYZE, FORMAT JSON) ${statement?.text ?? ''}`,
          statement?.values,
        )
        const root = explained?.['QUERY PLAN'][0].Plan
        // For each of its two indexes, the query may read eight more rooms of the same day.
        expect(root && rowsReadOf('chat_rooms', root)).toBeLessThan(51 + 8 + 8)
        // The unread count sums all memberships, and reads nothing else about them.
        expect(root && rowsReadOf('room_members', root)).toBeLessThanOrEqual(5000 + 2 * 51)
      }
    } finally {
      await recording.close()
    }
  })
})

interface PlanNode {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

function rowsReadOf(table: string, node: PlanNode): number {
  const own = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
  const below = (node.Plans ?? []).reduce((sum, child) => sum + rowsReadOf(table, child), 0)
  return below + (node['Relation Name'] === table ? own : 0)
}
