import { afterAll, beforeAll, beforeEach } from 'vitest'

import type { Room } from '@kundig/contract/chat/chat.contract'

import type { TestApp } from '../server/test-app.ts'
import { type ContentModeration, openContentModeration } from './content-moderation.ts'
import { readRoomAnswers } from './room-answers.ts'
import type { Client, Person } from './test-client.ts'

export interface ModeratedRoom {
  moderation: ContentModeration
  ann: Person
  bob: Person
  room: Room
  edit: (person: Person, seq: number, content: string) => ReturnType<Client['editMessage']>
  remove: (person: Person, seq: number) => ReturnType<Client['deleteMessage']>
  /** @param age time since the message was sent, as a PostgreSQL interval */
  makeOlder: (seq: number, age: string) => Promise<unknown>
  /** Every answer that may contain the room's messages, as JSON. */
  readAnswers: (person: Person) => Promise<string>
}

/** Creates two people with an open room before each test. Offers moderators' decisions on their content. */
export function useModeratedRoom(app: TestApp): ModeratedRoom {
  const fixture = {
    edit: (person, seq, content) => app.editMessage(person, fixture.room.id, seq, content),
    remove: (person, seq) => app.deleteMessage(person, fixture.room.id, seq),
    makeOlder: (seq, age) =>
      app.sql(`UPDATE chat_messages SET created_at = now() - $3::interval WHERE room_id = $1 AND seq = $2`, [
        fixture.room.id,
        seq,
        age,
      ]),
    readAnswers: async (person) => JSON.stringify(await readRoomAnswers(app, person, fixture.room.id)),
  } as ModeratedRoom
  beforeAll(async () => {
    fixture.moderation = await openContentModeration(app)
  })
  afterAll(() => fixture.moderation.close())
  beforeEach(async () => {
    const [ann, bob] = await Promise.all([app.profiled(), app.profiled()])
    fixture.moderation.published.length = 0
    Object.assign(fixture, { ann, bob, room: await app.room(ann, bob) })
  })
  return fixture
}
