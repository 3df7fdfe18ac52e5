import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { openRecordingDatabase, type RecordingDatabase } from '@kundig/testing/database/recording-database'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

import { findUsersWithRoomChanges } from '../../../src/features/chat/rooms/room.repository.ts'
import { findUsersWithRequestChanges } from '../../../src/features/connection-requests/request.repository.ts'
import { findUsersWithStripeChanges } from '../../../src/features/payments/stripe-profile.repository.ts'

/** After missed events, Kundig notifies people whose data has changed. So each live event must count as a change. */
const app = useTestApp()
let recorded: RecordingDatabase
let ann: Person
let bob: Person
let carla: Person
let roomId: string
beforeAll(async () => {
  recorded = await openRecordingDatabase(app.databaseUrl)
  ;[ann, bob, carla] = [await app.profiled(), await app.profiled(), await app.profiled()]
  roomId = (await app.room(ann, bob)).id
  await app.send(ann, roomId, 'Written long ago')
})
afterAll(async () => {
  await recorded.close()
})
beforeEach(async () => {
  await app.sql(`UPDATE chat_rooms SET updated_at = now() - interval '1 hour'`)
  await app.sql(`UPDATE room_members SET read_at = NULL`)
  await app.sql(`UPDATE connection_requests SET updated_at = now() - interval '1 hour'`)
})

const changed = async (): Promise<string[]> => {
  const people = [ann.id, bob.id, carla.id]
  const found: string[][] = []
  for (const find of [findUsersWithRoomChanges, findUsersWithRequestChanges, findUsersWithStripeChanges])
    found.push(await find(recorded.db, people, 60_000))
  return [...new Set(found.flat())].toSorted()
}

it.each<[string, () => Promise<unknown>]>([
  ['a message', () => app.send(ann, roomId, 'Just now')],
  ['a mark', () => app.must(bob, 'POST', `/api/chat-rooms/${roomId}/read`, { up_to_seq: 1 })],
  ['the end of the room', () => app.must(ann, 'POST', `/api/chat-rooms/${roomId}/close`)],
  ['a request, and what came of it', async () => app.reject(bob, (await app.request(ann, bob, 'Once more')).id)],
])('%s counts as a change for both people, but for no one else', async (_what, act) => {
  expect(await changed()).toEqual([])
  await act()
  expect(await changed()).toEqual([ann.id, bob.id].toSorted())
})

it('a change at Stripe counts as a change for the seller', async () => {
  await app.sql(`INSERT INTO users (id, stripe_connect_account_id) VALUES ($1, 'acct_carla')`, [carla.id])
  expect(await changed()).toEqual([carla.id])
  await app.sql(`UPDATE stripe_links SET updated_at = now() - interval '1 hour'`)
  expect(await changed()).toEqual([carla.id])
  await app.sql(`UPDATE seller_states SET updated_at = now() - interval '1 hour'`)
  expect(await changed()).toEqual([])
})
