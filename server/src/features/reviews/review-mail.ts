import type { Language } from '@kundig/contract/languages'
import { toProfilePath } from '@kundig/contract/site/public-pages'

import { AUTOMATED_FOOTER, renderMailHtml, renderMailText } from '../../platform/mail/mail-layout.ts'
import type { Mail } from '../../platform/mail/mail-outbox.ts'

const TEXTS = {
  en: {
    subject: (name: string) => `How was it with ${name}?`,
    preview: 'Your review helps others choose.',
    intro: (name: string) => `You paid ${name}. A review takes a minute, and helps others choose.`,
    button: 'Write a review',
    note: 'You can write it up to 30 days after paying. We won’t ask again.',
    unsubscribe: 'Unsubscribe',
  },
  nl: {
    subject: (name: string) => `Hoe was het met ${name}?`,
    preview: 'Je review helpt anderen kiezen.',
    intro: (name: string) => `Je hebt ${name} betaald. Een review kost een minuut en helpt anderen kiezen.`,
    button: 'Review schrijven',
    note: 'Je kunt tot 30 dagen na je betaling een review schrijven. We vragen het maar één keer.',
    unsubscribe: 'Afmelden',
  },
} as const satisfies Record<Language, object>

export function buildReviewMail({
  to,
  language,
  unsubscribeUrl,
  expert,
  base,
}: {
  to: string
  language: Language
  unsubscribeUrl: string
  expert: { id: string; name: string }
  base: string
}): Mail {
  const texts = TEXTS[language]
  const subject = texts.subject(expert.name)
  const content = {
    preview: texts.preview,
    heading: subject,
    intro: texts.intro(expert.name),
    button: { label: texts.button, url: `${base}${toProfilePath(expert.id)}` },
    notes: [texts.note],
    footer: AUTOMATED_FOOTER[language],
    fixed: [expert.name],
    links: [{ label: texts.unsubscribe, url: unsubscribeUrl }],
  }
  return {
    to,
    subject,
    text: renderMailText(content),
    html: renderMailHtml(language, content),
    language,
    unsubscribeUrl,
  }
}
