import type { Session } from '@kundig/contract/auth/auth.contract'
import type { Message, Room } from '@kundig/contract/chat/chat.contract'
import { Refusal } from '@kundig/contract/errors'
import type { NotificationSettings } from '@kundig/contract/notifications/notifications.contract'
import type { OperatorRole } from '@kundig/contract/operations/operator-roles'
import { DEFAULT_CATEGORIES } from '@kundig/contract/profiles/default-categories'

import { CARDS, MARIEKE, READER } from '../../development/gallery/gallery-data.ts'
import type { ProcedureAnswers } from './fake-api.ts'

export interface AccountData {
  session: Session | null
  rooms?: readonly Room[]
  /** Messages of all rooms, ordered by position in each room. */
  messages?: readonly Message[]
  role?: OperatorRole | null
}

const ALL_TOPICS = {
  messages: true,
  requests: true,
  answers: true,
  chats: true,
  appointments: true,
  payments: true,
  selling: true,
}
const SETTINGS: NotificationSettings = {
  language: 'en',
  time_zone: 'Europe/Amsterdam',
  quiet_hours: null,
  previews: true,
  mail_quotes: true,
  mail: ALL_TOPICS,
  push: ALL_TOPICS,
  mail_state: 'on',
  push_key: null,
}

export function createFakeAccountApi({ session, rooms = [], messages = [], role = null }: AccountData) {
  const requireRoom = (id: string): Room => {
    const room = rooms.find((one) => one.id === id)
    if (!room) throw new Refusal('ROOM_NOT_FOUND')
    return room
  }
  const page = () => ({
    items: [...rooms],
    unread_total: rooms.reduce((total, room) => total + room.unread_count, 0),
    next_cursor: null,
  })
  const empty = { items: [], next_cursor: null }
  return {
    auth: {
      session: () => session,
      providers: () => ({ google: false, dev_mail: false }),
      devices: () => ({ items: [] }),
      secondFactor: () => ({ is_on: false, recovery_codes_left: 0 }),
      secondFactorAsked: () => ({ is_asked: false }),
    },
    profiles: {
      categories: () => ({ items: [...DEFAULT_CATEGORIES] }),
      list: () => ({ items: [MARIEKE], next_cursor: null }),
      get: ({ id }) => {
        const profile = [READER, MARIEKE].find((one) => one.id === id)
        if (!profile) throw new Refusal('PROFILE_NOT_FOUND')
        return profile
      },
    },
    connectionRequests: {
      pending: () => ({ items: [], total: 0 }),
      waiting: () => ({
        items: [],
        open_chats: rooms.flatMap(({ id, partner, status }) =>
          status === 'open' ? [{ room_id: id, partner_id: partner.id }] : [],
        ),
      }),
      history: () => empty,
      allowance: () => ({ left_today: 3, daily: 10, next_at: null, left_open: 5, open_max: 20, again: null }),
    },
    chat: {
      rooms: page,
      room: ({ id }) => requireRoom(id),
      messages: ({ room_id }) => {
        const { last_seq } = requireRoom(room_id)
        const items = messages.filter((message) => message.room_id === room_id)
        return { items, has_older: false, last_seq, change_seq: 0 }
      },
      resume: () => ({
        rooms: [],
        gone: [],
        list: page(),
        stamps: { requests: '', seller: '', notifications: '' },
      }),
      read: ({ room_id, up_to_seq }) => ({
        room_id,
        up_to_seq,
        unread_count: 0,
        last_seq: requireRoom(room_id).last_seq,
      }),
      active: () => ({ partner: null }),
      privacy: () => ({ shows_activity: true, shows_reads: true }),
    },
    notifications: {
      list: () => ({ ...empty, unread: 0 }),
      mutedRooms: () => ({ items: [] }),
      settings: () => SETTINGS,
    },
    reviews: {
      list: () => empty,
      own: () => ({ review: null, open_until: null, asked_after: null }),
    },
    safety: {
      blocks: () => empty,
      statements: () => ({ items: [] }),
    },
    operations: {
      me: () => {
        if (role === null) throw new Refusal('NOT_FOUND')
        return { role, second_factor: 'passed' }
      },
    },
    payments: {
      configuration: () => ({
        mode: 'simulator',
        publishable_key: '',
        simulator_url: null,
        fee: { percent_bp: 500, fixed_cents: 0, least_cents: 35, minimum_cents: 50 },
      }),
      account: () => ({ stripeConnectAccountId: null, stripeCustomerId: null, status: 'inactive', due: [] }),
      cards: () => ({ items: CARDS }),
      clientSecret: () => {
        throw new Refusal('PAYMENT_REQUEST_NOT_FOUND')
      },
      paid: () => empty,
      earned: () => empty,
    },
  } satisfies ProcedureAnswers
}
