import type { Language } from '@kundig/contract/languages'
import { type NotificationTopic, TOPIC_OF } from '@kundig/contract/notifications/notification-kinds'
import { ACCOUNT_PAGES } from '@kundig/contract/site/public-pages'

import { AUTOMATED_FOOTER, renderMailHtml, renderMailText } from '../../../platform/mail/mail-layout.ts'
import type { Mail } from '../../../platform/mail/mail-outbox.ts'
import { SITE_NAME } from '../../../platform/settings/site-marks.ts'
import type { NotificationContent } from '../deliveries/notification-content.ts'
import {
  toAuthorName,
  listFixedParts,
  toHeadline,
  toCommonHeadline,
  toCommonPath,
} from '../deliveries/notification-texts.ts'

const QUOTES_MAX = 20

interface Texts {
  intro: string
  onlyIntro: string
  wrote: (name: string) => string
  quietIntro: string
  button: string
  note: string
  settings: string
  unsubscribe: string
  receipt: (number: string) => string
}

const TEXTS: Record<Language, Texts> = {
  en: {
    intro: 'Here’s what you missed:',
    onlyIntro: `See the details on ${SITE_NAME}.`,
    wrote: (name) => `${name} wrote:`,
    quietIntro: 'Here’s what you missed during your quiet hours:',
    button: `Open ${SITE_NAME}`,
    note: 'Already seen it? Ignore this email.',
    settings: 'Email settings',
    unsubscribe: 'Unsubscribe',
    receipt: (number) => `Receipt of the refund: ${number}`,
  },
  nl: {
    intro: 'Dit heb je gemist:',
    onlyIntro: `Bekijk het op ${SITE_NAME}.`,
    wrote: (name) => `${name} schreef:`,
    quietIntro: 'Dit heb je gemist tijdens je stille uren:',
    button: `${SITE_NAME} openen`,
    note: 'Al gezien? Dan hoef je niets te doen.',
    settings: 'Mailinstellingen',
    unsubscribe: 'Afmelden',
    receipt: (number) => `Bewijs van terugbetaling: ${number}`,
  },
}

export interface NotificationMail {
  language: Language
  to: string
  contents: readonly NotificationContent[]
  isDigest: boolean
  base: string
  unsubscribeUrl: string | null
}

export function buildNotificationMail(details: NotificationMail): Mail {
  const { language, to, contents, isDigest, base, unsubscribeUrl } = details
  const { intro, onlyIntro, wrote, quietIntro, button, note, settings, unsubscribe, receipt } = TEXTS[language]
  const subject = toCommonHeadline(contents, language)
  const thread = toThreadId(contents)
  const items = limitItems(contents.flatMap((one) => toItems(one, language)))
  const [first, ...others] = items
  const only = others.length === 0 ? first : undefined
  const isQuoted = only !== undefined && only.quotes.length > 0
  const receipts = contents.flatMap((one) => (one.kind === 'messages' || one.receipt === null ? [] : [one.receipt]))
  const content = {
    preview: note,
    heading: subject,
    intro: isQuoted ? wrote(only.author) : only ? onlyIntro : isDigest ? quietIntro : intro,
    items: isQuoted ? [{ quotes: only.quotes }] : only ? [] : items,
    button: { label: button, url: `${base}${toCommonPath(contents)}` },
    notes: [note],
    footer: AUTOMATED_FOOTER[language],
    fixed: listFixedParts(contents, language),
    links: [
      ...receipts.map((number) => ({ label: receipt(number), url: `${base}${ACCOUNT_PAGES.payments}` })),
      ...(unsubscribeUrl === null
        ? []
        : [
            { label: settings, url: `${base}${ACCOUNT_PAGES.notifications}` },
            { label: unsubscribe, url: unsubscribeUrl },
          ]),
    ],
  }
  return {
    to,
    subject,
    text: renderMailText(content),
    html: renderMailHtml(language, content),
    language,
    ...(unsubscribeUrl === null ? {} : { unsubscribeUrl }),
    ...(thread === null ? {} : { thread }),
  }
}

export function listTopics(news: readonly NotificationContent[]): NotificationTopic[] {
  return [...new Set(news.flatMap(({ kind }) => (kind === 'messages' ? kind : (TOPIC_OF[kind] ?? []))))]
}

interface Item {
  text: string
  author: string
  quotes: readonly string[]
}

function toItems(news: NotificationContent, language: Language): Item[] {
  if (news.kind !== 'messages') {
    const author = toAuthorName(news.actorName, language)
    return [{ text: toHeadline(news, language), author, quotes: news.quotes }]
  }
  return news.rooms.map((room) => ({
    text: toHeadline({ ...news, rooms: [room] }, language),
    author: toAuthorName(room.partnerName, language),
    quotes: room.quotes,
  }))
}

/** Limits the quotes in a mail, because mail programs cut off longer mails. */
function limitItems(items: readonly Item[]): Item[] {
  let left = QUOTES_MAX
  return items.map((item) => {
    const quotes = item.quotes.slice(0, left)
    left -= quotes.length
    return { ...item, quotes }
  })
}

function toThreadId(news: readonly NotificationContent[]): string | null {
  const threads = new Set(
    news.flatMap((one) =>
      one.kind === 'messages'
        ? one.rooms.map(({ roomId }) => `room.${roomId}`)
        : [one.roomId === null ? `subject.${one.subjectId}` : `room.${one.roomId}`],
    ),
  )
  const [only] = threads
  return threads.size === 1 && only !== undefined ? only : null
}
