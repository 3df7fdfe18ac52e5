import { randomBytes } from 'node:crypto'

import { SIGN_IN_CODE_PAGE } from '@kundig/contract/auth/sign-in-code'
import type { Language } from '@kundig/contract/languages'

import type { Database } from '../../../platform/database/database.ts'
import type { Origins } from '../../../platform/http/origins.ts'
import type { Jobs, QueueSettings } from '../../../platform/jobs/jobs.ts'
import type { MailOutbox } from '../../../platform/mail/mail-outbox.ts'
import { findUserByEmail } from '../auth.repository.ts'
import { buildAuthMail } from './auth-mails.ts'
import { type CodePurpose, insertOneTimeCode } from './one-time-code.repository.ts'

const MINUTE_MS = 60_000
const CODE_BYTES = 32

export const CODES: Record<CodePurpose, { goodForMs: number; path: string; parameter: string }> = {
  'password-reset': { goodForMs: 60 * MINUTE_MS, path: '/reset-password', parameter: 'oobCode' },
  'email-verification': { goodForMs: 24 * 60 * MINUTE_MS, path: '/verify-email', parameter: 'code' },
}

/** Uses the configured origin, because a request's Host header could be forged. */
export function toCodeLink({ base }: Origins, purpose: CodePurpose, code: string): string {
  const { path, parameter } = CODES[purpose]
  return `${base}${path}?${parameter}=${code}`
}

export const CODE_PAGES: readonly string[] = [...Object.values(CODES).map(({ path }) => path), SIGN_IN_CODE_PAGE]

/** Failures are retried for about ten minutes. */
export const MAIL_REQUESTS: QueueSettings = {
  retryLimit: 6,
  retryDelay: 5,
  retryDelayMax: 300,
  expireInSeconds: 60,
  deleteAfterSeconds: 3600,
}

export interface CodeMailService {
  /** Inserts one row with or without an account. So neither the response nor its time reveals an account. */
  request: (purpose: CodePurpose, email: string, language: Language) => Promise<void>
}

export interface CodeMailOptions {
  db: Database
  jobs: Jobs
  outbox: MailOutbox
  origins: Origins
}

export async function createCodeMailService({ db, jobs, outbox, origins }: CodeMailOptions): Promise<CodeMailService> {
  const enqueue = await jobs.queue<{ purpose: CodePurpose; email: string; language: Language }>(
    'code-mail',
    MAIL_REQUESTS,
    async ({ purpose, email, language }) => {
      const person = await findUserByEmail(db, email)
      if (!person || (purpose === 'email-verification' && person.emailVerified)) return
      const code = randomBytes(CODE_BYTES).toString('base64url')
      const expiresAt = new Date(Date.now() + CODES[purpose].goodForMs)
      await insertOneTimeCode(db, { code, purpose, userId: person.id, email: person.email, expiresAt })
      const link = toCodeLink(origins, purpose, code)
      await outbox.enqueue(
        buildAuthMail(purpose, { language, to: person.email, about: person.email, link, usefulUntil: expiresAt }),
      )
    },
  )
  return { request: (purpose, email, language) => enqueue({ purpose, email, language }) }
}
