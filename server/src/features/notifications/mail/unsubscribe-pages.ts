import type { Language } from '@kundig/contract/languages'
import type { NotificationTopic } from '@kundig/contract/notifications/notification-kinds'
import { ACCOUNT_PAGES } from '@kundig/contract/site/public-pages'

import { type Markup, markup } from '../../../platform/http/pages/markup.ts'
import { SITE_ACCENT, SITE_NAME, SITE_PRIMARY } from '../../../platform/settings/site-marks.ts'

interface Texts {
  locale: string
  topics: Record<NotificationTopic, string>
  question: (topics: string) => string
  button: string
  done: (topics: string) => string
  other: string
  settings: string
}

const TEXTS: Record<Language, Texts> = {
  en: {
    locale: 'en-GB',
    topics: {
      messages: 'unread messages',
      requests: 'new questions',
      answers: 'answers to your questions',
      chats: 'closed chats',
      appointments: 'appointments',
      payments: 'payments',
      selling: 'your seller account',
    },
    question: (topics) => `Stop emails about ${topics}?`,
    button: 'Unsubscribe',
    done: (topics) => `You won’t get emails about ${topics} any more.`,
    other: 'You still get other emails.',
    settings: 'Email settings',
  },
  nl: {
    locale: 'nl-NL',
    topics: {
      messages: 'ongelezen berichten',
      requests: 'nieuwe vragen',
      answers: 'antwoorden op je vragen',
      chats: 'gesloten chats',
      appointments: 'afspraken',
      payments: 'betalingen',
      selling: 'je verkopersaccount',
    },
    question: (topics) => `Wil je geen mail meer over ${topics}?`,
    button: 'Afmelden',
    done: (topics) => `Je krijgt geen mail meer over ${topics}.`,
    other: 'Andere mails krijg je nog wel.',
    settings: 'Mailinstellingen',
  },
}

const STYLE = markup`
  :root { color-scheme: light dark; --bg: #fbf8f2; --ink: #2e1728; --ink-2: #5f4958; --button: ${SITE_PRIMARY}; --on-button: #fefbf5; --link: ${SITE_PRIMARY}; }
  @media (prefers-color-scheme: dark) { :root { --bg: #1a1017; --ink: #f6f1e9; --ink-2: #c9bcb6; --button: ${SITE_ACCENT}; --on-button: #2e1728; --link: ${SITE_ACCENT}; } }
  * { box-sizing: border-box; }
  body { margin: 0 auto; max-width: 560px; padding: 48px 20px; background: var(--bg); color: var(--ink); font: 17px/1.55 system-ui, sans-serif; }
  h1 { margin: 0 0 16px; font-size: 24px; line-height: 1.3; overflow-wrap: anywhere; }
  p { margin: 0 0 20px; color: var(--ink-2); }
  a { color: var(--link); }
  button { min-height: 48px; margin: 0 0 20px; padding: 12px 24px; border: 0; border-radius: 10px; background: var(--button); color: var(--on-button); font: inherit; font-weight: 600; cursor: pointer; }
  :focus-visible { outline: 3px solid var(--link); outline-offset: 3px; }
`

/** @param address the page's own address with its key, to which the button posts */
export function renderUnsubscribePage(
  language: Language,
  topics: readonly NotificationTopic[],
  address: string,
): string {
  const { question, button, other } = TEXTS[language]
  const heading = question(formatTopics(language, topics))
  return renderPage(
    language,
    heading,
    markup`<form method="post" action="${address}"><button>${button}</button></form><p>${other}</p>`,
  )
}

export function renderUnsubscribedPage(language: Language, topics: readonly NotificationTopic[]): string {
  const { done, other } = TEXTS[language]
  return renderPage(language, done(formatTopics(language, topics)), markup`<p role="status">${other}</p>`)
}

function formatTopics(language: Language, topics: readonly NotificationTopic[]): string {
  const { locale, topics: names } = TEXTS[language]
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(topics.map((topic) => names[topic]))
}

function renderPage(language: Language, heading: string, content: Markup): string {
  return markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${heading} – ${SITE_NAME}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${heading}</h1>
${content}
<p><a href="${ACCOUNT_PAGES.notifications}">${TEXTS[language].settings}</a></p>
</main>
</body>
</html>
`.toString()
}
