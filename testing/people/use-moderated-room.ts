import { afterAll, beforeAll, beforeEach } from 'vitest'

import type { Room } from '@kundig/contract/chat/chat.contract'

import type { TestApp } from '../server/test-app.ts'
import { type ContentModeration, openContentModeration } from './content-moderation.ts'
import type { Person } from './test-client.ts'

export interface ModeratedRoom {
  moderation: ContentModeration
  ann: Person
  bob: Person
  room: Room
}

/** Two new people with an open room before each test, and moderators' decisions. Complete after `beforeEach`. */
export function useModeratedRoom(app: TestApp): ModeratedRoom {
  const fixture = {} as ModeratedRoom
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
