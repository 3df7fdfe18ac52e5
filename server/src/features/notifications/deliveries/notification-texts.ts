import type { Language } from '@kundig/contract/languages'
import { NOTIFICATION_TEXTS } from '@kundig/contract/notifications/notification-texts'
import { toCasePath, toChatPath, DISPUTES_PATH } from '@kundig/contract/notifications/push-payload'

import type { EventContent, MessagesContent, NotificationContent } from './notification-content.ts'

const LOCALES: Record<Language, string> = { en: 'en-GB', nl: 'nl-NL' }
const NAMED_MAX = 3

interface Texts {
  file: string
  namedFile: (name: string) => string
  payment: string
  appointment: string
  messages: (count: number, people: string) => string
  others: (count: number) => string
  more: (first: string, count: number) => string
}

const TEXTS: Record<Language, Texts> = {
  en: {
    file: 'Shared a file',
    namedFile: (name) => `File: ${name}`,
    payment: 'Payment request',
    appointment: 'Proposed an appointment',
    messages: (count, people) => `${count} unread ${count === 1 ? 'message' : 'messages'} from ${people}`,
    others: (count) => (count === 1 ? '1 other' : `${count} others`),
    more: (first, count) => `${first}, and ${count} more`,
  },
  nl: {
    file: 'Deelde een bestand',
    namedFile: (name) => `Bestand: ${name}`,
    payment: 'Betaalverzoek',
    appointment: 'Stelde een afspraak voor',
    messages: (count, people) => `${count} ongelezen ${count === 1 ? 'bericht' : 'berichten'} van ${people}`,
    others: (count) => (count === 1 ? '1 ander' : `${count} anderen`),
    more: (first, count) => `${first}, en nog ${count}`,
  },
}

export const toFileText = (language: Language): string => TEXTS[language].file

export const toAppointmentText = (language: Language): string => TEXTS[language].appointment

export const toNamedFileText = (name: string, language: Language): string => TEXTS[language].namedFile(name)

export function toPaymentText(
  payment: { text: string; amount: number | null; currency: string | null },
  language: Language,
) {
  const request = `${TEXTS[language].payment} ${formatAmount(payment, language)}`
  return payment.text === '' ? request : `${request}: ${payment.text}`
}

export const toAuthorName = (name: string | null, language: Language): string =>
  name ?? NOTIFICATION_TEXTS[language].someone

export function toHeadline(news: NotificationContent, language: Language): string {
  return news.kind === 'messages' ? toMessagesHeadline(news, language) : toEventHeadline(news, language)
}

export function toCommonHeadline(news: readonly NotificationContent[], language: Language): string {
  const [first, ...others] = news.map((one) => toHeadline(one, language))
  if (first === undefined) throw new Error('toCommonHeadline: empty list')
  return others.length === 0 ? first : TEXTS[language].more(first, others.length)
}

function toEventHeadline(news: EventContent, language: Language): string {
  const { someone, kinds } = NOTIFICATION_TEXTS[language]
  return kinds[news.kind](news.actorName ?? someone, formatAmount(news, language))
}

const formatAmount = ({ amount, currency }: Pick<EventContent, 'amount' | 'currency'>, language: Language): string =>
  amount === null ? '' : formatMoney(amount, currency ?? 'eur', language)

export function listFixedParts(news: readonly NotificationContent[], language: Language): string[] {
  return news
    .flatMap((one) =>
      one.kind === 'messages'
        ? one.rooms.map(({ partnerName }) => partnerName)
        : [one.actorName, formatAmount(one, language), one.receipt],
    )
    .flatMap((part) => part ?? [])
}

function toMessagesHeadline({ rooms }: MessagesContent, language: Language): string {
  const { messages, others } = TEXTS[language]
  const count = rooms.reduce((sum, { unreadCount }) => sum + unreadCount, 0)
  const names = [...new Set(rooms.map(({ partnerName }) => toAuthorName(partnerName, language)))]
  const rest = names.length - NAMED_MAX
  const named = rest > 0 ? [...names.slice(0, NAMED_MAX), others(rest)] : names
  return messages(count, new Intl.ListFormat(LOCALES[language], { type: 'conjunction' }).format(named))
}

function formatMoney(cents: number, currency: string, language: Language): string {
  return new Intl.NumberFormat(LOCALES[language], { style: 'currency', currency }).format(cents / 100)
}

function toPath(news: NotificationContent): string {
  if (news.kind === 'messages') {
    const [only, ...others] = news.rooms
    return only && others.length === 0 ? toChatPath(only.roomId) : '/dashboard?tab=chats'
  }
  if (news.kind === 'seller_needs_something' || news.kind === 'payout_failed') return '/account#getting-paid'
  if (news.kind === 'operator_report') return toCasePath(news.subjectId)
  if (news.kind === 'operator_dispute') return DISPUTES_PATH
  return news.roomId === null ? '/dashboard?tab=requests' : toChatPath(news.roomId)
}

export function toCommonPath(news: readonly NotificationContent[]): string {
  const paths = new Set(news.map(toPath))
  const [only] = paths
  return paths.size === 1 && only !== undefined ? only : '/dashboard'
}
