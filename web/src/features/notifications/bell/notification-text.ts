import type { Language } from '@kundig/contract/languages'
import { NOTIFICATION_TEXTS } from '@kundig/contract/notifications/notification-texts'
import type { Notification } from '@kundig/contract/notifications/notifications.contract'
import { toCasePath, toChatPath, DISPUTES_PATH } from '@kundig/contract/notifications/push-payload'

import { formatMoney } from '../../../platform/i18n/format.ts'
import { notificationsTexts } from './notifications.messages.ts'

export function formatNotification({ kind, actor, amount, currency }: Notification, language: Language): string {
  const { someone, kinds } = NOTIFICATION_TEXTS[language]
  // A newer server may send kinds that this page does not know.
  if (!Object.hasOwn(kinds, kind)) return notificationsTexts[language].unknown
  const money = amount === null ? '' : formatMoney(amount, currency ?? 'eur', language)
  return kinds[kind](actor?.full_name ?? someone, money)
}

export function toNotificationPath({ kind, subject_id: subjectId, room_id: roomId }: Notification): string {
  if (kind === 'seller_needs_something' || kind === 'payout_failed') return '/account#getting-paid'
  if (kind === 'decision') return '/account#decisions'
  if (kind === 'operator_report') return toCasePath(subjectId)
  if (kind === 'operator_dispute') return DISPUTES_PATH
  return roomId === null ? '/dashboard?tab=requests' : toChatPath(roomId)
}
