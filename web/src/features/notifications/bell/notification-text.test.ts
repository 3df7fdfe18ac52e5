import { expect, test } from 'vitest'

import { NOTIFICATION_KINDS, type NotificationKind } from '@kundig/contract/notifications/notification-kinds'
import type { Notification } from '@kundig/contract/notifications/notifications.contract'

import { toNotificationPath, formatNotification } from './notification-text.ts'

const NOTIFICATION: Notification = {
  id: 'id',
  kind: 'request_received',
  subject_id: 'subject',
  room_id: null,
  actor: {
    id: 'anna',
    full_name: 'Anna Bakker',
    bio: null,
    expertise: 'education',
    profile_picture_url: null,
    is_public: true,
    created_at: '2026-03-01T09:30:00.000Z',
    updated_at: '2026-03-01T09:30:00.000Z',
  },
  amount: 4500,
  currency: 'eur',
  seen: false,
  read: false,
  created_at: '2026-03-02T09:30:00.000Z',
}

const formatInBoth = (kind: NotificationKind) =>
  (['en', 'nl'] as const).map((language) => formatNotification({ ...NOTIFICATION, kind }, language))

test.each(NOTIFICATION_KINDS)('the kind %s has a different, complete text in each language', (kind) => {
  const [english, dutch] = formatInBoth(kind)
  expect(english).not.toBe(dutch)
  for (const words of [english, dutch]) expect(words).not.toMatch(/undefined|null|NaN/u)
})

const WITHOUT_ACTOR: NotificationKind[] = [
  'seller_needs_something',
  'payout_failed',
  'decision',
  'operator_dispute',
  'operator_report',
]

test.each(NOTIFICATION_KINDS.filter((kind) => !WITHOUT_ACTOR.includes(kind)))(
  'the text of %s names the person who acted',
  (kind) => {
    for (const words of formatInBoth(kind)) expect(words).toContain('Anna Bakker')
  },
)

test.each(NOTIFICATION_KINDS.filter((kind) => kind.startsWith('pay')))('the text of %s names the amount', (kind) => {
  for (const words of formatInBoth(kind)) expect(words).toMatch(/45[.,]00/u)
})

test('a notification of a kind from a newer server has a neutral text', () => {
  const [english, dutch] = formatInBoth('from_the_future' as NotificationKind)
  expect(english).toBe('Something changed. Open the page again to see it.')
  expect(dutch).toBe('Er is iets veranderd. Open de pagina opnieuw om het te zien.')
})

test('calls the author “Someone” after their account was deleted', () => {
  expect(formatNotification({ ...NOTIFICATION, actor: null }, 'en')).toBe('Someone wants to talk to you')
})

test('links a notification to the page of its chat, request, payout, decision or operator case', () => {
  expect(toNotificationPath(NOTIFICATION)).toBe('/dashboard?tab=requests')
  expect(toNotificationPath({ ...NOTIFICATION, kind: 'payment_received', room_id: 'r1' })).toBe(
    '/dashboard?tab=chats&room=r1',
  )
  expect(toNotificationPath({ ...NOTIFICATION, kind: 'seller_needs_something' })).toBe('/account#getting-paid')
  expect(toNotificationPath({ ...NOTIFICATION, kind: 'payout_failed', actor: null })).toBe('/account#getting-paid')
  expect(toNotificationPath({ ...NOTIFICATION, kind: 'decision', actor: null })).toBe('/account#decisions')
  expect(toNotificationPath({ ...NOTIFICATION, kind: 'operator_report', actor: null })).toBe('/operator?case=subject')
  expect(toNotificationPath({ ...NOTIFICATION, kind: 'operator_dispute', actor: null })).toBe('/operator?tab=payments')
})
