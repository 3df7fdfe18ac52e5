import type { Language } from '@kundig/contract/languages'
import type { Notification } from '@kundig/contract/notifications/notifications.contract'
import { casePath, chatPath, DISPUTES_PATH } from '@kundig/contract/notifications/push-payload'

import { formatMoney } from '../../../platform/i18n/format.ts'
import { notificationsTexts } from './notifications.messages.ts'

/** What a notification says: who, and what. */
export function wordsOf({ kind, actor, amount, currency }: Notification, language: Language): string {
  const texts = notificationsTexts[language]
  if (kind === 'seller_needs_something' || kind === 'decision' || kind === 'operator_report') return texts[kind]
  const name = actor?.full_name ?? texts.somebody
  const money = amount === null ? '' : formatMoney(amount, currency ?? 'eur', language)
  return texts[kind](name, money)
}

/** Where a notification leads. */
export function pathOf({ kind, subject_id: subjectId, room_id: roomId }: Notification): string {
  if (kind === 'seller_needs_something' || kind === 'payout_failed') return '/account#getting-paid'
  if (kind === 'decision') return '/account#decisions'
  if (kind === 'operator_report') return casePath(subjectId)
  if (kind === 'operator_dispute') return DISPUTES_PATH
  return roomId === null ? '/dashboard?tab=requests' : chatPath(roomId)
}
