import { errors, SignJWT } from 'jose'
import { z } from 'zod'

import { Refusal } from '@kundig/contract/errors'
import type { Language } from '@kundig/contract/languages'
import { ACCOUNT_PAGES } from '@kundig/contract/site/public-pages'

import type { AfterCommit, Database, Transaction } from '../../../platform/database/database.ts'
import type { Origins } from '../../../platform/http/origins.ts'
import type { MailOutbox } from '../../../platform/mail/mail-outbox.ts'
import { computeHmac, type Secrets } from '../../../platform/secrets.ts'
import { findUserByEmail, hasConfirmation, markEmailVerified } from '../auth.repository.ts'
import { buildAuthMail } from '../email/auth-mails.ts'
import { verifyToken } from '../email/signed-token.ts'
import { revokeFormerAccess } from '../replaced-access.ts'
import { decideGoogleJoin } from './google-join.policy.ts'
import { isGoogleLinked, linkGoogle, lockAccountByEmail, findLoginMethods } from './google-join.repository.ts'

const ALGORITHM = 'HS256'
/** Time limit for typing the password (s). The cookie with the question has the same lifetime. */
export const ASKED_FOR_S = 600
/** Age at which a notice of a past action is no longer useful (ms). */
const NOTICE_MS = 7 * 86_400_000

export interface GoogleIdentity {
  subject: string
  email: string
}

const question = z.object({ sub: z.string(), email: z.string(), account: z.uuid() })

export interface OpenJoin extends GoogleIdentity {
  userId: string
}

export interface GoogleJoinOptions {
  db: Database
  outbox: MailOutbox
  origins: Origins
  secrets: Secrets
  onSessionEnded: (sessionId: string) => void
}

export class GoogleJoinService {
  readonly #deps: GoogleJoinOptions

  constructor(deps: GoogleJoinOptions) {
    this.#deps = deps
  }

  #keyOf(secret: string): Buffer {
    return computeHmac(secret, 'google-join')
  }

  /** Mails the owner before the commit: if the mail fails, the accounts are not joined. */
  #notify(kind: 'google-joined' | 'google-joined-alone', email: string, language: Language): Promise<void> {
    return this.#deps.outbox.enqueue(
      buildAuthMail(kind, {
        language,
        to: email,
        about: email,
        link: `${this.#deps.origins.base}${ACCOUNT_PAGES.security}`,
        usefulUntil: new Date(Date.now() + NOTICE_MS),
      }),
    )
  }

  async #joinNow(
    tx: Transaction,
    afterCommit: AfterCommit,
    { subject, email, userId }: OpenJoin,
    terms: 'join' | 'replace',
    language: Language,
  ): Promise<void> {
    // Two windows of one person may return from Google at the same time. The second then finds the existing link.
    if (!(await linkGoogle(tx, userId, subject))) return
    if (terms === 'join') {
      await this.#notify('google-joined', email, language)
      return
    }
    await revokeFormerAccess(
      tx,
      afterCommit,
      { userId, email },
      { method: 'google', onSessionEnded: this.#deps.onSessionEnded },
    )
    await this.#notify('google-joined-alone', email, language)
  }

  /**
   * Joins the account that has the Google account's address, unless its password is required.
   * @returns a signed question for the password; null when the sign-in may continue
   * @throws Refusal GOOGLE_EMAIL_OF_ANOTHER
   */
  async prepare({ subject, email }: GoogleIdentity, language: Language): Promise<string | null> {
    if (await isGoogleLinked(this.#deps.db, subject)) return null
    const asked = await this.#deps.db.transaction(async (tx, afterCommit): Promise<OpenJoin | null> => {
      const found = await lockAccountByEmail(tx, email)
      if (!found || (await isGoogleLinked(tx, subject))) return null
      const userId = found.id
      const terms = decideGoogleJoin({
        emailVerified: found.emailVerified,
        hasConfirmation: await hasConfirmation(tx, { userId, email }),
        ...(await findLoginMethods(tx, userId)),
      })
      if (terms === 'refuse') throw new Refusal('GOOGLE_EMAIL_OF_ANOTHER')
      const open = { subject, email, userId }
      if (terms === 'ask') return open
      await this.#joinNow(tx, afterCommit, open, terms, language)
      return null
    })
    if (!asked) return null
    return new SignJWT({ email, account: asked.userId })
      .setProtectedHeader({ alg: ALGORITHM })
      .setSubject(subject)
      .setExpirationTime(`${ASKED_FOR_S}s`)
      .sign(this.#keyOf(this.#deps.secrets[0]))
  }

  /** @throws Refusal GOOGLE_JOIN_EXPIRED if the question is invalid, or the account's address has changed */
  async read(kept: string | undefined): Promise<OpenJoin> {
    try {
      const payload = await verifyToken(
        kept ?? '',
        this.#deps.secrets.map((secret) => this.#keyOf(secret)),
        ALGORITHM,
      )
      const { sub: subject, email, account: userId } = question.parse(payload)
      if ((await findUserByEmail(this.#deps.db, email))?.id === userId) return { subject, email, userId }
    } catch (error) {
      if (!(error instanceof z.ZodError || error instanceof errors.JOSEError)) throw error
    }
    throw new Refusal('GOOGLE_JOIN_EXPIRED')
  }

  /** Joins after a log-in by password. Google and password together confirm the address. Throws like `read`. */
  async finish(open: OpenJoin, language: Language): Promise<void> {
    await this.#deps.db.transaction(async (tx, afterCommit) => {
      const found = await lockAccountByEmail(tx, open.email)
      if (found?.id !== open.userId) throw new Refusal('GOOGLE_JOIN_EXPIRED')
      await this.#joinNow(tx, afterCommit, open, 'join', language)
      await markEmailVerified(tx, open, 'password')
    })
  }
}
