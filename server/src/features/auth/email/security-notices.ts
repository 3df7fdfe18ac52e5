import { parseUserAgent } from '@kundig/contract/auth/device-name'
import type { Language } from '@kundig/contract/languages'
import { ACCOUNT_PAGES } from '@kundig/contract/site/public-pages'

import type { Origins } from '../../../platform/http/origins.ts'
import type { MailOutbox } from '../../../platform/mail/mail-outbox.ts'
import { buildAuthMail } from './auth-mails.ts'

export const NOTICE_USEFUL_FOR_MS = 7 * 24 * 60 * 60_000

/** Notices are also sent to unconfirmed addresses, and regardless of mail settings. */
export type SecurityNotice = (
  kind: 'password-changed' | 'new-device' | 'second-factor-on' | 'second-factor-off',
  email: string,
  language: Language,
  userAgent?: string | null,
) => Promise<void>

export function createSecurityNotices({ outbox, origins }: { outbox: MailOutbox; origins: Origins }): SecurityNotice {
  return (kind, email, language, userAgent) =>
    outbox.enqueue(
      buildAuthMail(kind, {
        language,
        to: email,
        about: email,
        link: `${origins.base}${ACCOUNT_PAGES.security}`,
        login: describeLogin(language, userAgent ?? null, new Date()),
        usefulUntil: new Date(Date.now() + NOTICE_USEFUL_FOR_MS),
      }),
    )
}

const LOGINS = {
  en: { locale: 'en-GB', browser: 'an unknown browser', on: 'on' },
  nl: { locale: 'nl-NL', browser: 'een onbekende browser', on: 'op' },
} as const satisfies Record<Language, unknown>

/** Example: `Chrome on Linux, 27 November 2026 at 15:20 (UTC)`. */
function describeLogin(language: Language, userAgent: string | null, at: Date): string {
  const texts = LOGINS[language]
  const { browser, system } = parseUserAgent(userAgent)
  const place = [browser ?? texts.browser, ...(system === null ? [] : [texts.on, system])].join(' ')
  const time = new Intl.DateTimeFormat(texts.locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${place}, ${time.format(at)} (UTC)`
}
