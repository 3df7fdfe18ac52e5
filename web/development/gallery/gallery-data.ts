import type { Appointment } from '@kundig/contract/appointments/appointment'
import type { Session } from '@kundig/contract/auth/auth.contract'
import type { Message, Room } from '@kundig/contract/chat/chat.contract'
import type { ConnectionRequest } from '@kundig/contract/connection-requests/connection-requests.contract'
import { NOTIFICATION_KINDS, type NotificationKind } from '@kundig/contract/notifications/notification-kinds'
import type { Notification } from '@kundig/contract/notifications/notifications.contract'
import type { Card } from '@kundig/contract/payments/payments.contract'
import type { OwnProfile, Profile } from '@kundig/contract/profiles/profiles.contract'

const AT = '2026-03-02T09:30:00.000Z'
const LATER = '2026-03-02T14:05:00.000Z'

const toId = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`

export const READER: OwnProfile = {
  id: toId(1),
  full_name: 'Noor Bakker',
  email: 'noor@kundig.example',
  bio: 'I run a small bakery and want to sell bread online.',
  expertise: 'sales-marketing',
  profile_picture_url: null,
  is_public: true,
  created_at: AT,
  updated_at: AT,
}

export const MARIEKE: Profile = {
  id: toId(2),
  full_name: 'Marieke de Vries',
  bio: 'Twelve years of web shops, from the first sketch to the tax return. Ask me about payments, stock and the boring parts that everyone skips.',
  expertise: 'websites-it-software',
  profile_picture_url: null,
  is_public: true,
  created_at: AT,
  updated_at: AT,
}

export const DETAILED: Profile = {
  ...MARIEKE,
  headline: 'Helps small shops sell online without headaches',
  languages: ['nl', 'en', 'de'],
  town: 'Utrecht',
  online: true,
  price: { euros: 60, unit: 'hour' },
  track_record: { address_confirmed: true, answers_within: 'three_hours', paid_by: 5 },
}

export const WITHOUT_BIO: Profile = {
  ...MARIEKE,
  id: toId(3),
  full_name: 'Aart Jansen',
  bio: null,
  expertise: 'business-legal',
}

export const LONG_NAMED: Profile = {
  ...MARIEKE,
  id: toId(4),
  full_name: 'Wilhelmina van der Schaaf-Oosterbroek-Nieuwenhuizen',
  expertise: { type: 'custom', value: 'Restoration of eighteenth-century organs' },
}

export const SESSION: Session = {
  user: { id: READER.id, email: READER.email, email_verified: true, has_password: true, suggested_name: '' },
  session_id: toId(9),
  has_profile: true,
  expires_at: '2099-01-01T00:00:00.000Z',
}

export const CARDS: Card[] = [
  { id: 'pm_visa', brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2099, is_default: true },
  { id: 'pm_mastercard', brand: 'mastercard', last4: '4444', exp_month: 1, exp_year: 2020, is_default: false },
]

export const ROOM: Room = {
  id: toId(20),
  participant_ids: [READER.id, MARIEKE.id],
  requestMessage: 'I would like to know where to begin.',
  requester_id: READER.id,
  status: 'open',
  closed_at: null,
  created_at: AT,
  updated_at: LATER,
  partner: MARIEKE,
  last_seq: 1,
  change_seq: 0,
  unread_count: 0,
  partner_read_seq: 0,
  read_seq: 0,
}

export function createPaymentMessage(number: number, rest: Partial<Message>): Message {
  return {
    id: `${ROOM.id}.${number}`,
    room_id: ROOM.id,
    seq: number,
    sender_id: MARIEKE.id,
    client_id: toId(100 + number),
    content: '',
    type: 'payment_request',
    payment_request_id: toId(200 + number),
    amount: 8500,
    currency: 'eur',
    status: 'pending',
    expires_at: '2026-03-16T09:30:00.000Z',
    description: 'One hour about payments',
    read: false,
    created_at: AT,
    updated_at: AT,
    ...rest,
  }
}

export function createAppointmentMessage(
  number: number,
  of: Partial<Appointment>,
  rest: Partial<Message> = {},
): Message {
  return {
    id: `${ROOM.id}.${number}`,
    room_id: ROOM.id,
    seq: number,
    sender_id: MARIEKE.id,
    client_id: toId(100 + number),
    content: 'Proposed an appointment',
    appointment: {
      status: 'proposed',
      times: ['2099-06-01T12:00:00.000Z', '2099-06-02T08:30:00.000Z', '2099-06-03T22:15:00.000Z'],
      minutes: 30,
      starts_at: null,
      ended_by: null,
      zone: 'America/New_York',
      partner_zone: null,
      link: null,
      link_by: null,
      ...of,
    },
    read: false,
    created_at: AT,
    updated_at: AT,
    ...rest,
  }
}

export function createRequest(number: number, rest: Partial<ConnectionRequest> = {}): ConnectionRequest {
  return {
    id: toId(300 + number),
    sender_id: MARIEKE.id,
    receiver_id: READER.id,
    message: 'Your bread is the best in town. May I ask how you let the dough rise in winter?',
    status: 'pending',
    withdrawn: false,
    created_at: AT,
    updated_at: LATER,
    counterpart: MARIEKE,
    room_id: null,
    ...rest,
  }
}

export function createNotification(kind: NotificationKind, rest: Partial<Notification> = {}): Notification {
  return {
    id: toId(400 + NOTIFICATION_KINDS.indexOf(kind)),
    kind,
    subject_id: READER.id,
    room_id: kind.startsWith('request') ? null : ROOM.id,
    actor: MARIEKE,
    amount: kind.startsWith('payment') ? 4500 : null,
    currency: kind.startsWith('payment') ? 'eur' : null,
    seen: true,
    read: false,
    created_at: AT,
    ...rest,
  }
}
