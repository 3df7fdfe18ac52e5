import { randomUUID } from 'node:crypto'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Person, Tab } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp()
let ann: Person
let bob: Person
let roomId: string
let anns: Tab
let bobs: Tab

beforeEach(async () => {
  ;[ann, bob] = await Promise.all([app.profiled(), app.profiled()])
  roomId = (await app.room(ann, bob)).id
  ;[anns, bobs] = await Promise.all([app.live(ann), app.live(bob)])
})
afterEach(() => app.disconnect())

const type = (tab: Tab): void => void tab.socket.emit('typing', { room_id: roomId })

const say = (tab: Tab, ...input: unknown[]): void => {
  // @ts-expect-error: the contract does not permit this input.
  tab.socket.emit('typing', ...input)
}

/** Waits until the server has processed all events of these tabs: it has then answered two later calls of each tab. */
async function settled(...tabs: Tab[]): Promise<void> {
  for (const tab of tabs) {
    await tab.read(roomId, 0)
    await tab.read(roomId, 0)
  }
}

describe('typing', () => {
  it('is shown in every tab of the partner, and in no other tab of the sender', async () => {
    const [bobsSecond, annsSecond, strangers] = await Promise.all([
      app.live(bob),
      app.live(ann),
      app.live(await app.profiled()),
    ])
    type(anns)
    const typing = { room_id: roomId, user_id: ann.id }
    await expect.poll(() => bobs.listEvents('typing')).toEqual([typing])
    await expect.poll(() => bobsSecond.listEvents('typing')).toEqual([typing])
    await settled(anns, annsSecond)
    for (const tab of [anns, annsSecond, strangers]) expect(tab.listEvents('typing')).toEqual([])
  })

  it('is not stored, so a tab that opens later does not show it', async () => {
    type(anns)
    await expect.poll(() => bobs.listEvents('typing').length).toBe(1)
    const later = await app.live(bob)
    const { rooms } = await app.resume(bob, [{ room_id: roomId, last_seq: 0, change_seq: 0 }])
    expect(rooms).toEqual([])
    await settled(later)
    expect(later.listEvents('typing')).toEqual([])
    expect((await app.page(bob, roomId)).items).toEqual([])
  })

  it('by a person outside the room is sent to no one', async () => {
    const stranger = await app.live(await app.profiled())
    type(stranger)
    say(stranger, { room_id: randomUUID() })
    await settled(stranger, anns)
    expect(anns.listEvents('typing')).toEqual([])
    expect(bobs.listEvents('typing')).toEqual([])
    expect(stranger.received).toEqual([])
  })

  it('in a closed room is sent to no one', async () => {
    await app.must(bob, 'POST', `/api/chat-rooms/${roomId}/close`)
    type(anns)
    await settled(anns)
    expect(bobs.listEvents('typing')).toEqual([])
  })

  it('is sent once per period during a flood of events', { tags: 'slow' }, async () => {
    for (let n = 0; n < 50; n++) type(anns)
    await expect.poll(() => bobs.listEvents('typing').length).toBe(1)
    await settled(anns)
    expect(bobs.listEvents('typing')).toHaveLength(1)
    await expect
      .poll(
        () => {
          type(anns)
          return bobs.listEvents('typing').length
        },
        { interval: 200 },
      )
      .toBe(2)
    expect(anns.socket.connected).toBe(true)
  })

  it('in too many rooms at a time causes no look-ups', async () => {
    for (let n = 0; n < 5; n++) say(anns, { room_id: randomUUID() })
    type(anns)
    await settled(anns)
    expect(bobs.listEvents('typing')).toEqual([])
  })

  it.each([
    ['nothing', []],
    ['null', [null]],
    ['a text', ['room']],
    ['a room that is none', [{ room_id: "' OR 1=1" }]],
    ['a list', [[1, 2, 3]]],
  ])('ignores %s in place of a room', async (_what, input) => {
    say(anns, ...input)
    await settled(anns)
    expect(bobs.listEvents('typing')).toEqual([])
    type(anns)
    await expect.poll(() => bobs.listEvents('typing').length).toBe(1)
  })
})
