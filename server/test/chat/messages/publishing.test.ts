import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import { defaultCategories } from '@kundig/testing/people/default-categories'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

import { paymentAttachments } from '../../../src/features/books/ports.ts'
import { createChatEvents } from '../../../src/features/chat/chat.events.ts'
import { RoomService } from '../../../src/features/chat/rooms/room.service.ts'
import { createRequestEvents } from '../../../src/features/connection-requests/request.events.ts'
import { RequestService } from '../../../src/features/connection-requests/request.service.ts'
import { ProfileService } from '../../../src/features/profiles/profile.service.ts'
import { contact } from '../../../src/features/safety/blocks/contact.service.ts'
import { openDatabase } from '../../../src/platform/database/database.ts'
import { createPrimaryReads } from '../../../src/platform/database/replica.ts'

const app = useTestApp({ payments: 'simulator' })
const environment = usePaymentEnvironment(app)
let asker: Person
let expert: Person

beforeEach(async () => {
  ;[asker, expert] = await Promise.all([app.profiled(), app.profiled()])
})

describe('a change whose event cannot be read is rolled back, and a retry stores and publishes the change', () => {
  let database: ReturnType<typeof openDatabase>
  let rooms: RoomService
  let requests: RequestService
  let published: [userId: string, event: string][]
  let failures = 0

  beforeAll(() => {
    database = openDatabase(app.databaseUrl, 2, app.settings.logger)
    const { db } = database
    class FailingProfiles extends ProfileService {
      override counterparts(...asked: Parameters<ProfileService['counterparts']>) {
        if (failures-- > 0) return Promise.reject(new Error('The database went away'))
        return super.counterparts(...asked)
      }
    }
    const profiles = new FailingProfiles({ db, categories: defaultCategories })
    const take = (userId: string, event: string) => void published.push([userId, event])
    const live = {
      emitToUser: take,
      emitToUsers: (userIds: readonly string[], event: string) => userIds.forEach((userId) => take(userId, event)),
      emitToUsersBut: ({ userIds }: { userIds: readonly string[] }, event: string) =>
        userIds.forEach((userId) => take(userId, event)),
      emitVolatileToUser: take,
    } as Parameters<typeof createChatEvents>[0]
    // The tests are about publishing, so later notifications are left out.
    const domainEvents = { record: async () => undefined, dismiss: async () => undefined }
    rooms = new RoomService({
      db,
      profiles,
      payments: paymentAttachments,
      contact,
      typing: { forget: () => undefined },
      events: createChatEvents(live),
      domainEvents,
    })
    requests = new RequestService({
      db,
      reads: createPrimaryReads(db),
      profiles,
      rooms,
      contact,
      events: createRequestEvents(live),
      times: (most) => 10_000 * most,
      domainEvents,
    })
  })
  afterAll(() => database.close())
  beforeEach(() => {
    published = []
    failures = 0
  })

  async function twice(work: () => Promise<unknown>): Promise<void> {
    failures = 1
    await expect(work()).rejects.toThrow('The database went away')
    expect(published).toEqual([])
    failures = 0
    await work()
  }
  const toBoth = (event: string): unknown => expect.arrayContaining([asker, expert].map(({ id }) => [id, event]))

  it('when a request is sent', async () => {
    await twice(() => requests.create(asker.id, { receiver_id: expert.id, message: 'May I ask you something?' }))
    expect(published).toEqual(toBoth('request.created'))
  })

  it('when a request is accepted', async () => {
    const { id } = await app.request(asker, expert)
    await twice(() => requests.accept(expert.id, id))
    expect(published).toEqual(toBoth('room.opened'))
    expect(published).toEqual(toBoth('request.decided'))
  })

  it('when a request is accepted, after its room is made', async () => {
    const { id } = await app.request(asker, expert)
    const opened = rooms.openForRequest.bind(rooms)
    rooms.openForRequest = async (...asked) => {
      const views = await opened(...asked)
      failures = 1
      return views
    }
    await expect(requests.accept(expert.id, id)).rejects.toThrow('The database went away')
    expect(published).toEqual([])
    rooms.openForRequest = opened
    await requests.accept(expert.id, id)
    expect(published).toEqual(toBoth('room.opened'))
    expect(published).toEqual(toBoth('request.decided'))
  })

  it('when a request is rejected', async () => {
    const { id } = await app.request(asker, expert)
    await twice(() => requests.reject(expert.id, id))
    expect(published).toEqual(toBoth('request.decided'))
  })

  it('when a room is closed', async () => {
    const { id } = await app.room(asker, expert)
    await twice(() => rooms.close(asker.id, id))
    expect(published).toEqual(toBoth('room.updated'))
  })
})

it('a settlement that cannot be published stays pending, and the retry settles and notifies both people', async () => {
  const deal = await environment.deal()
  const message = await environment.asked(deal)
  const tabs = await Promise.all([app.live(deal.seller), app.live(deal.buyer)])
  await environment.control('/webhooks/pause')
  await environment.pay(deal, message)
  // A person's view of a room contains the counterpart's profile.
  await app.sql('ALTER TABLE profiles RENAME TO profiles_away')
  await environment.claim(deal.buyer, message, 'completed')
  await app.sql('ALTER TABLE profiles_away RENAME TO profiles')
  await environment.control('/webhooks/resume')
  await environment.claim(deal.buyer, message, 'completed')
  expect(await environment.stored(message)).toMatchObject({ status: 'completed' })
  for (const tab of tabs) {
    await expect.poll(() => tab.listEvents('message.updated')).toMatchObject([{ id: message.id, status: 'completed' }])
    await expect.poll(() => tab.listEvents('room.updated')).toMatchObject([{ id: message.room_id }])
  }
})
