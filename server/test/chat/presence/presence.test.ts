import { beforeEach, describe, expect, it } from 'vitest'

import type { Room } from '@kundig/contract/chat/chat.contract'
import type { Activity, ChatPrivacy } from '@kundig/contract/chat/presence.contract'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp()
let ann: Person
let bob: Person
let roomId: string
beforeEach(async () => {
  ;[ann, bob] = await Promise.all([app.profiled(), app.profiled()])
  roomId = (await app.room(ann, bob)).id
})

const readPartner = async (person: Person, room = roomId): Promise<Activity> =>
  (await app.must<{ partner: Activity }>(person, 'POST', '/api/presence', { room_id: room })).partner
const isThere = (person: Person) => app.must(person, 'POST', '/api/presence', {})
const change = (person: Person, changed: Partial<ChatPrivacy>) =>
  app.must<ChatPrivacy>(person, 'PATCH', '/api/chat-privacy', changed)
const readStored = async ({ id }: Person): Promise<unknown> =>
  (await app.sql('SELECT active_at::text, xmin::text FROM presence WHERE user_id = $1', [id]))[0]
const letPass = ({ id }: Person, time: string) =>
  app.sql('UPDATE presence SET active_at = active_at - $2::interval WHERE user_id = $1', [id, time])

describe('the presence of a person', () => {
  it('is shown to the partner as “now” for five minutes, and as “lately” for a day', async () => {
    expect(await readPartner(ann)).toBe(null)
    await isThere(bob)
    expect(await readPartner(ann)).toBe('now')
    await letPass(bob, '4 minutes 50 seconds')
    expect(await readPartner(ann)).toBe('now')
    await letPass(bob, '20 seconds')
    expect(await readPartner(ann)).toBe('lately')
    await letPass(bob, '23 hours 50 minutes')
    expect(await readPartner(ann)).toBe('lately')
    await letPass(bob, '10 minutes')
    expect(await readPartner(ann)).toBe(null)
    await isThere(bob)
    expect(await readPartner(ann)).toBe('now')
  })

  it('is stored at most once in three minutes', async () => {
    await isThere(bob)
    const noted = await readStored(bob)
    await Promise.all(Array.from({ length: 20 }, () => isThere(bob)))
    await readPartner(bob)
    expect(await readStored(bob)).toEqual(noted)
    await letPass(bob, '3 minutes 1 second')
    await isThere(bob)
    expect(await readPartner(ann)).toBe('now')
    expect(await readStored(bob)).not.toEqual(noted)
  })

  it('is shown only in open rooms, and only to the partner', async () => {
    await isThere(bob)
    const stranger = await app.profiled()
    const asked = await app.api(stranger, 'POST', '/api/presence', { room_id: roomId })
    expect(asked).toMatchObject({ status: 404, body: { code: 'ROOM_NOT_FOUND' } })
    await app.must(ann, 'POST', `/api/chat-rooms/${roomId}/close`)
    expect(await readPartner(ann)).toBe(null)
  })

  it.each([
    ['who hides it', 'bob'],
    ['the partner of who hides it', 'ann'],
  ])('is hidden from %s', async (_who, hider) => {
    await Promise.all([isThere(ann), isThere(bob)])
    expect(await change(hider === 'bob' ? bob : ann, { shows_activity: false })).toEqual({
      shows_activity: false,
      shows_reads: true,
    })
    await Promise.all([isThere(ann), isThere(bob)])
    expect(await readPartner(ann)).toBe(null)
    expect(await readPartner(bob)).toBe(null)
  })

  it('is not stored while the person hides it, and is shown again after they allow it', async () => {
    await isThere(bob)
    await change(bob, { shows_activity: false })
    await isThere(bob)
    expect(await readStored(bob)).toMatchObject({ active_at: null })
    await change(bob, { shows_activity: true })
    expect(await readPartner(ann)).toBe(null)
    await isThere(bob)
    expect(await readPartner(ann)).toBe('now')
  })
})

describe('a read mark', () => {
  const read = (person: Person, upTo: number) =>
    app.must(person, 'POST', `/api/chat-rooms/${roomId}/read`, { up_to_seq: upTo })
  const listReadFlags = async (person: Person): Promise<boolean[]> => {
    const list = await app.must<{ items: Room[] }>(person, 'GET', '/api/chat-rooms')
    const { items } = await app.page(person, roomId)
    const resumed = await app.must<{ rooms: { messages: { read: boolean }[] }[] }>(
      person,
      'POST',
      '/api/chat-rooms/resume',
      { rooms: [{ room_id: roomId, last_seq: 0, change_seq: 0 }] },
    )
    return [
      (await app.getRoom(person, roomId)).partner_read_seq > 0,
      list.items.some(({ partner_read_seq }) => partner_read_seq > 0),
      items.some((message) => message.read),
      resumed.rooms.some(({ messages }) => messages.some((message) => message.read)),
    ]
  }

  it.each([
    ['who hides it', 'bob'],
    ['the partner of who hides it', 'ann'],
  ])('is hidden from %s, and still updates the reader’s own counts and tabs', async (_who, hider) => {
    const [annTab, bobTab] = await Promise.all([app.live(ann), app.live(bob)])
    await change(hider === 'bob' ? bob : ann, { shows_reads: false })
    await app.send(ann, roomId, 'Have you read this?')
    await read(bob, 1)
    await expect.poll(() => bobTab.listEvents('room.read').length).toBe(1)
    expect(await listReadFlags(ann)).toEqual([false, false, false, false])
    expect((await app.getRoom(bob, roomId)).unread_count).toBe(0)
    await app.send(bob, roomId, 'Yes')
    await expect.poll(() => annTab.listEvents('message.created').length).toBe(2)
    expect(annTab.listEvents('room.read')).toEqual([])
  })

  it('is shown again after both people allow it', async () => {
    await change(bob, { shows_reads: false })
    await app.send(ann, roomId, 'Have you read this?')
    await read(bob, 1)
    expect(await listReadFlags(ann)).toEqual([false, false, false, false])
    expect(await change(bob, { shows_reads: true })).toEqual({ shows_activity: true, shows_reads: true })
    expect(await listReadFlags(ann)).toEqual([true, true, true, true])
  })
})

describe('the presence settings', () => {
  it('share everything by default, and change independently of each other', async () => {
    const privacy = () => app.must<ChatPrivacy>(ann, 'GET', '/api/chat-privacy')
    expect(await privacy()).toEqual({ shows_activity: true, shows_reads: true })
    await change(ann, { shows_reads: false })
    await change(ann, { shows_activity: false })
    expect(await privacy()).toEqual({ shows_activity: false, shows_reads: false })
    expect(await change(ann, {})).toEqual({ shows_activity: false, shows_reads: false })
  })

  it.each([{ shows_reads: 'no' }, { shows_activity: null }, { everything: false }])('refuse %j', async (changed) => {
    expect(await app.api(ann, 'PATCH', '/api/chat-privacy', changed)).toMatchObject({ status: 400 })
  })
})
