import type { Language } from '@kundig/contract/languages'
import { casePath, chatPath, DISPUTES_PATH } from '@kundig/contract/notifications/push-payload'

import type { EventNews, MessagesNews, News } from './news.ts'

const LOCALES: Record<Language, string> = { en: 'en-GB', nl: 'nl-NL' }
/** Maximum named people; the others are counted. */
const NAMED_MAX = 3

interface Texts {
  someone: string
  file: string
  namedFile: (name: string) => string
  payment: string
  events: Record<EventNews['kind'], (name: string, amount: string) => string>
  messages: (count: number, people: string) => string
  others: (count: number) => string
  more: (first: string, count: number) => string
}

const TEXTS: Record<Language, Texts> = {
  en: {
    someone: 'Someone',
    file: 'Shared a file',
    namedFile: (name) => `File: ${name}`,
    payment: 'Payment request',
    events: {
      request_received: (name) => `${name} wants to talk to you`,
      request_accepted: (name) => `${name} accepted your question`,
      request_rejected: (name) => `${name} rejected your question`,
      request_rejected_no_time: (name) => `${name} has no time for your question just now`,
      request_rejected_not_my_field: (name) => `${name} says your question is not their field`,
      request_expired: (name) => `${name} has not answered your question within 14 days`,
      request_reminder: (name) => `${name} still waits for your answer`,
      request_last_reminder: (name) => `${name} waits for your answer for two more days`,
      chat_closed: (name) => `${name} closed your chat`,
      payment_requested: (name, amount) => `${name} asks you for ${amount}`,
      payment_received: (name, amount) => `${name} paid you ${amount}`,
      payment_needs_buyer: (name, amount) => `Your payment of ${amount} to ${name} is not finished yet`,
      payment_reminder: (name, amount) => `${name} asks you for ${amount}, for two more days`,
      payment_expired: (name, amount) => `${name} has not paid your payment request for ${amount} within 14 days`,
      refund_received: (name, amount) => `You get ${amount} back of what you paid ${name}`,
      refund_taken: (name, amount) => `${name} gets ${amount} back of what you were paid`,
      refund_failed: (name, amount) => `The refund of ${amount} between you and ${name} did not go through`,
      refund_requested: (name, amount) => `${name} asks for ${amount} back of what you were paid`,
      refund_declined: (name, amount) => `You do not get back the ${amount} that you asked ${name} for`,
      refund_escalated: (name, amount) =>
        `Whoever runs this site now looks at the ${amount} that was asked back, between you and ${name}`,
      dispute_opened: (name, amount) => `The bank of ${name} disputes the ${amount} that you were paid`,
      dispute_evidence_wanted: (name, amount) =>
        `The bank of ${name} wants to know more about the ${amount} that you were paid`,
      dispute_won: (name, amount) => `The ${amount} that the bank of ${name} disputed stays yours`,
      dispute_lost: (name, amount) => `The ${amount} that the bank of ${name} disputed goes back to ${name}`,
      seller_needs_something: () => 'Your seller account needs something from you',
      payout_failed: (_name, amount) => `Your bank did not take ${amount}: check your bank account at Stripe`,
      operator_dispute: (_name, amount) => `A bank disputes a payment of ${amount}`,
      operator_report: () => 'Something was reported as illegal',
    },
    messages: (count, people) => `${count} unread ${count === 1 ? 'message' : 'messages'} from ${people}`,
    others: (count) => (count === 1 ? '1 other' : `${count} others`),
    more: (first, count) => `${first}, and ${count} more`,
  },
  nl: {
    someone: 'Iemand',
    file: 'Deelde een bestand',
    namedFile: (name) => `Bestand: ${name}`,
    payment: 'Betaalverzoek',
    events: {
      request_received: (name) => `${name} wil met je praten`,
      request_accepted: (name) => `${name} heeft je vraag geaccepteerd`,
      request_rejected: (name) => `${name} heeft je vraag afgewezen`,
      request_rejected_no_time: (name) => `${name} heeft nu geen tijd voor je vraag`,
      request_rejected_not_my_field: (name) => `${name} zegt dat je vraag buiten hun vakgebied valt`,
      request_expired: (name) => `${name} heeft je vraag niet binnen 14 dagen beantwoord`,
      request_reminder: (name) => `${name} wacht nog op je antwoord`,
      request_last_reminder: (name) => `${name} wacht nog twee dagen op je antwoord`,
      chat_closed: (name) => `${name} heeft jullie chat gesloten`,
      payment_requested: (name, amount) => `${name} vraagt je om ${amount}`,
      payment_received: (name, amount) => `${name} heeft je ${amount} betaald`,
      payment_needs_buyer: (name, amount) => `Je betaling van ${amount} aan ${name} is nog niet afgerond`,
      payment_reminder: (name, amount) => `${name} vraagt je nog twee dagen om ${amount}`,
      payment_expired: (name, amount) => `${name} heeft je betaalverzoek van ${amount} niet binnen 14 dagen betaald`,
      refund_received: (name, amount) => `Je krijgt ${amount} terug van wat je ${name} hebt betaald`,
      refund_taken: (name, amount) => `${name} krijgt ${amount} terug van wat je betaald kreeg`,
      refund_failed: (name, amount) => `De terugbetaling van ${amount} tussen jou en ${name} is niet gelukt`,
      refund_requested: (name, amount) => `${name} vraagt ${amount} terug van wat je betaald kreeg`,
      refund_declined: (name, amount) => `Je krijgt de ${amount} die je ${name} terugvroeg niet terug`,
      refund_escalated: (name, amount) =>
        `Het beheer van deze site kijkt nu naar de ${amount} die is teruggevraagd, tussen jou en ${name}`,
      dispute_opened: (name, amount) => `De bank van ${name} betwist de ${amount} die je betaald kreeg`,
      dispute_evidence_wanted: (name, amount) =>
        `De bank van ${name} wil meer weten over de ${amount} die je betaald kreeg`,
      dispute_won: (name, amount) => `De ${amount} die de bank van ${name} betwistte, blijft van jou`,
      dispute_lost: (name, amount) => `De ${amount} die de bank van ${name} betwistte, gaat terug naar ${name}`,
      seller_needs_something: () => 'Je verkopersaccount heeft iets van je nodig',
      payout_failed: (_name, amount) => `Je bank nam ${amount} niet aan: controleer je rekening bij Stripe`,
      operator_dispute: (_name, amount) => `Een bank betwist een betaling van ${amount}`,
      operator_report: () => 'Er is iets als illegaal gemeld',
    },
    messages: (count, people) => `${count} ongelezen ${count === 1 ? 'bericht' : 'berichten'} van ${people}`,
    others: (count) => (count === 1 ? '1 ander' : `${count} anderen`),
    more: (first, count) => `${first}, en nog ${count}`,
  },
}

/** Quote of a file message in a push. */
export const fileText = (language: Language): string => TEXTS[language].file

/** Quote of a file message in a mail. */
export const namedFile = (name: string, language: Language): string => TEXTS[language].namedFile(name)

/** Quote of a payment request: its amount and its reason. */
export function paymentText(
  payment: { text: string; amount: number | null; currency: string | null },
  language: Language,
) {
  const request = `${TEXTS[language].payment} ${amountOf(payment, language)}`
  return payment.text === '' ? request : `${request}: ${payment.text}`
}

/** The author of quotes. */
export const authorOf = (name: string | null, language: Language): string => name ?? TEXTS[language].someone

/** Person and event, for the subject or title of one item. */
export function headlineOf(news: News, language: Language): string {
  return news.kind === 'messages' ? messagesHeadline(news, language) : eventHeadline(news, language)
}

/** Headline of several items. */
export function headlineOfAll(news: readonly News[], language: Language): string {
  const [first, ...others] = news.map((one) => headlineOf(one, language))
  if (first === undefined) throw new Error('Nobody is told of nothing')
  return others.length === 0 ? first : TEXTS[language].more(first, others.length)
}

function eventHeadline(news: EventNews, language: Language): string {
  const { someone, events } = TEXTS[language]
  return events[news.kind](news.actorName ?? someone, amountOf(news, language))
}

const amountOf = ({ amount, currency }: Pick<EventNews, 'amount' | 'currency'>, language: Language): string =>
  amount === null ? '' : formatMoney(amount, currency ?? 'eur', language)

/** The amounts and names in headlines. */
export function fixedPartsOf(news: readonly News[], language: Language): string[] {
  return news
    .flatMap((one) =>
      one.kind === 'messages'
        ? one.rooms.map(({ partnerName }) => partnerName)
        : [one.actorName, amountOf(one, language), one.receipt],
    )
    .flatMap((part) => part ?? [])
}

function messagesHeadline({ rooms }: MessagesNews, language: Language): string {
  const { someone, messages, others } = TEXTS[language]
  const count = rooms.reduce((sum, { unreadCount }) => sum + unreadCount, 0)
  const names = [...new Set(rooms.map(({ partnerName }) => partnerName ?? someone))]
  const rest = names.length - NAMED_MAX
  const named = rest > 0 ? [...names.slice(0, NAMED_MAX), others(rest)] : names
  return messages(count, new Intl.ListFormat(LOCALES[language], { type: 'conjunction' }).format(named))
}

function formatMoney(cents: number, currency: string, language: Language): string {
  return new Intl.NumberFormat(LOCALES[language], { style: 'currency', currency }).format(cents / 100)
}

/** Path of the page that shows it. */
function pathOf(news: News): string {
  if (news.kind === 'messages') {
    const [only, ...others] = news.rooms
    return only && others.length === 0 ? chatPath(only.roomId) : '/dashboard?tab=chats'
  }
  if (news.kind === 'seller_needs_something' || news.kind === 'payout_failed') return '/account#getting-paid'
  if (news.kind === 'operator_report') return casePath(news.subjectId)
  if (news.kind === 'operator_dispute') return DISPUTES_PATH
  return news.roomId === null ? '/dashboard?tab=requests' : chatPath(news.roomId)
}

/** Path of several items. */
export function pathOfAll(news: readonly News[]): string {
  const paths = new Set(news.map(pathOf))
  const [only] = paths
  return paths.size === 1 && only !== undefined ? only : '/dashboard'
}
