import { describe, expect, it } from 'vitest'

import type { Message, Room } from '@kundig/contract/chat/chat.contract'

import { changeRoom, countMessage, groupByPartner, putRoom, type Rooms } from './rooms-cache.ts'

const ME = 'me'

function room(id: string, partnerId: string, updatedAt: string, unread = 0): Room {
  return {
    id,
    participant_ids: [ME, partnerId],
    requestMessage: null,
    requester_id: ME,
    status: 'open',
    closed_at: null,
    created_at: updatedAt,
    updated_at: updatedAt,
    last_seq: 5,
    unread_count: unread,
    partner_read_seq: 0,
    partner: {
      id: partnerId,
      full_name: partnerId,
      bio: null,
      expertise: 'education',
      profile_picture_url: null,
      is_public: true,
      created_at: updatedAt,
      updated_at: updatedAt,
    },
  }
}

function message(roomId: string, seq: number, senderId: string, at: string): Message {
  return {
    id: `${roomId}.${seq}`,
    room_id: roomId,
    seq,
    sender_id: senderId,
    client_id: 'c',
    content: 'x',
    read: false,
    created_at: at,
    updated_at: at,
  }
}

const rooms: Rooms = {
  items: [room('one', 'anna', '2026-11-20T10:00:00.000Z', 1), room('two', 'bram', '2026-11-19T10:00:00.000Z')],
  unread_total: 1,
}

describe('the room list', () => {
  it('counts a new message of the partner and moves its room up', () => {
    const after = countMessage(rooms, message('two', 6, 'bram', '2026-11-21T10:00:00.000Z'), ME)
    expect(after.items.map(({ id }) => id)).toEqual(['two', 'one'])
    expect(after).toMatchObject({ unread_total: 2, items: [{ unread_count: 1, last_seq: 6 }, { unread_count: 1 }] })
  })

  it('does not count a message twice, nor one’s own', () => {
    const once = countMessage(rooms, message('two', 6, 'bram', '2026-11-21T10:00:00.000Z'), ME)
    expect(countMessage(once, message('two', 6, 'bram', '2026-11-21T10:00:00.000Z'), ME)).toBe(once)
    expect(countMessage(rooms, message('two', 6, ME, '2026-11-21T10:00:00.000Z'), ME).unread_total).toBe(1)
  })

  it('follows read marks and changed rooms', () => {
    expect(changeRoom(rooms, 'one', { unread_count: 0 }).unread_total).toBe(0)
    const closed = { ...room('one', 'anna', '2026-11-21T10:00:00.000Z'), status: 'closed' as const }
    expect(putRoom(rooms, closed).items.map(({ status }) => status)).toEqual(['closed', 'open'])
  })

  it('does not let a changed room that was on its way undo a message that came meanwhile', () => {
    const counted = countMessage(rooms, message('two', 6, 'bram', '2026-11-21T10:00:00.000Z'), ME)
    const two = rooms.items.find(({ id }) => id === 'two') ?? room('two', 'bram', '')
    const after = putRoom(counted, { ...two, status: 'closed' })
    expect(after.items[0]).toMatchObject({ id: 'two', status: 'closed', last_seq: 6, unread_count: 1 })
    expect(after.items[0]?.updated_at).toBe('2026-11-21T10:00:00.000Z')
  })

  it('groups rooms by the other participant, the latest group first', () => {
    const items = [...rooms.items, room('three', 'anna', '2026-11-18T10:00:00.000Z')]
    expect(groupByPartner(items).map(({ partner, rooms: shared }) => [partner.id, shared.map(({ id }) => id)])).toEqual(
      [
        ['anna', ['one', 'three']],
        ['bram', ['two']],
      ],
    )
  })
})
