import type { Language } from '@kundig/contract/languages'

import type { Origins } from '../../../platform/http/origins.ts'
import type { MailOutbox } from '../../../platform/mail/mail-outbox.ts'
import { authMail } from './auth-mails.ts'

/** A notice that could not be sent for so long warns nobody any more (ms). */
export const NOTICE_USEFUL_FOR_MS = 7 * 24 * 60 * 60_000

/** Tells the owner of an account what was done with it, wherever it is written to, and whether or not they want mail. */
export type SecurityNotice = (
  kind: 'password-changed' | 'new-device' | 'second-factor-on' | 'second-factor-off',
  email: string,
  language: Language,
) => Promise<void>

export function createSecurityNotices({ outbox, origins }: { outbox: MailOutbox; origins: Origins }): SecurityNotice {
  return (kind, email, language) =>
    outbox.enqueue(
      authMail(kind, {
        language,
        to: email,
        about: email,
        link: `${origins.base}/account`,
        usefulUntil: new Date(Date.now() + NOTICE_USEFUL_FOR_MS),
      }),
    )
}
