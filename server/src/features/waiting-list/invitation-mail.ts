import type { Language } from '@kundig/contract/languages'

import { AUTOMATED_FOOTER, renderMailHtml, renderMailText } from '../../platform/mail/mail-layout.ts'
import type { Mail } from '../../platform/mail/mail-outbox.ts'
import { SITE_NAME } from '../../platform/settings/site-marks.ts'

const TEXTS = {
  en: {
    subject: `Your invitation to ${SITE_NAME}`,
    preview: 'Your invitation works for 14 days.',
    heading: 'We have room in your field',
    intro: (name: string) =>
      `Hello ${name}, you joined the waiting list of ${SITE_NAME}. We now have room in your field: create your account and show what you know.`,
    button: 'Create your account',
    terms: 'The link works once, for 14 days, and only for this address. After that, you keep your place on the list.',
    unasked: 'No longer interested, or never on the list? Ignore this email.',
  },
  nl: {
    subject: `Je uitnodiging voor ${SITE_NAME}`,
    preview: 'Je uitnodiging is 14 dagen geldig.',
    heading: 'Er is plek in jouw vakgebied',
    intro: (name: string) =>
      `Hallo ${name}, je staat op de wachtlijst van ${SITE_NAME}. Er is nu plek in jouw vakgebied: maak je account en laat zien wat je kunt.`,
    button: 'Account maken',
    terms:
      'De link is 14 dagen geldig, en werkt één keer en alleen voor dit adres. Daarna houd je je plek op de lijst.',
    unasked: 'Geen interesse meer, of stond je nooit op de lijst? Dan hoef je niets te doen.',
  },
} as const satisfies Record<Language, object>

export function buildInvitationMail({
  to,
  name,
  language,
  link,
  expiresAt,
}: {
  to: string
  name: string
  language: Language
  link: string
  expiresAt: Date
}): Mail {
  const texts = TEXTS[language]
  const { preview, heading } = texts
  const content = {
    preview,
    heading,
    intro: texts.intro(name),
    button: { label: texts.button, url: link },
    notes: [texts.terms, texts.unasked],
    footer: AUTOMATED_FOOTER[language],
  }
  return {
    to,
    subject: texts.subject,
    text: renderMailText(content),
    html: renderMailHtml(language, content),
    language,
    usefulUntil: expiresAt.toISOString(),
  }
}
