import type { Session } from '@kundig/contract/auth/auth.contract'
import type { Language } from '@kundig/contract/languages'

import { markup } from '../platform/http/pages/markup.ts'

const LOCALES = { en: 'en-GB', nl: 'nl-NL' } as const satisfies Record<Language, string>

const TEXTS = {
  en: {
    label: 'New terms',
    before: (day: string) => `There are new terms. Please read and accept them before ${day}.`,
    after:
      'To write or pay, accept the new terms. You can still read, export your data, object and close your account.',
    read: 'Read the terms',
    accept: 'Accept the terms',
  },
  nl: {
    label: 'Nieuwe voorwaarden',
    before: (day: string) => `Er zijn nieuwe voorwaarden. Lees en accepteer ze vóór ${day}.`,
    after:
      'Accepteer de nieuwe voorwaarden om te schrijven of te betalen. Je kunt nog steeds lezen, je gegevens downloaden, bezwaar maken en je account sluiten.',
    read: 'Voorwaarden lezen',
    accept: 'Voorwaarden accepteren',
  },
} as const satisfies Record<Language, object>

/** Renders the banner for people who have not accepted the terms. Its form works without our scripts. */
export function renderTermsBanner({ version, gate_at }: NonNullable<Session['terms']>, language: Language): string {
  const texts = TEXTS[language]
  const gate = new Date(gate_at)
  const day = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone: 'Europe/Amsterdam' }).format(
    gate,
  )
  const text = Date.now() < gate.getTime() ? texts.before(day) : texts.after
  return markup`<aside class="terms-banner" aria-label="${texts.label}" lang="${language}"><style>
.terms-banner{display:flex;flex-wrap:wrap;align-items:center;justify-content:center;gap:.25rem 1.25rem;padding:.5rem 1rem;background:var(--accent-soft);color:var(--ink);font-size:.875rem}
.terms-banner a{display:inline-flex;align-items:center;min-height:2.75rem;color:var(--link);text-decoration:underline;text-underline-offset:.2em}
.terms-banner button{min-height:2.75rem;padding:0 1rem;border-radius:.5rem;background:var(--primary);color:var(--on-primary);font-weight:600}
</style><p>${text}</p><a href="/terms">${texts.read}</a><form method="post" action="/terms/acceptance"><input type="hidden" name="version" value="${String(version)}"><button type="submit">${texts.accept}</button></form></aside>`.toString()
}
