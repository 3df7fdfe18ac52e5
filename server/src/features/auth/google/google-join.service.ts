import { errors, SignJWT } from 'jose'
import { z } from 'zod'

import { Refusal } from '@kundig/contract/errors'
import type { Language } from '@kundig/contract/languages'
import { ACCOUNT_PAGES } from '@kundig/contract/site/public-pages'

import type { AfterCommit, Database, Transaction } from '../../../platform/database/database.ts'
import type { Origins } from '../../../platform/http/origins.ts'
import type { MailOutbox } from '../../../platform/mail/mail-outbox.ts'
import { keyed, type Secrets } from '../../../platform/secrets.ts'
import { findUserByEmail, hasConfirmation, markEmailVerified } from '../auth.repository.ts'
import { authMail } from '../email/auth-mails.ts'
import { verifyToken } from '../email/signed-token.ts'
import { replaceAccess } from '../replaced-access.ts'
import { joinTerms } from './google-join.policy.ts'
import { isLinked, link, lockByEmail, waysIn } from './google-join.repository.ts'

const ALGORITHM = 'HS256'
/** How long somebody may take to type the password, and the cookie with the question is kept (s). */
export const ASKED_FOR_S = 600
/** A mail that tells of something that has happened is still worth sending for so long (ms). */
const NOTICE_MS = 7 * 86_400_000

/** Whom Google says that somebody is, in a token that was verified. */
export interface GoogleIdentity {
  subject: string
  email: string
}

const question = z.object({ sub: z.string(), email: z.string(), account: z.uuid() })

/** A Google account that waits for the password of the account that has the same address. */
export interface OpenJoin extends GoogleIdentity {
  userId: string
}

export interface GoogleJoinOptions {
  db: Database
  outbox: MailOutbox
  origins: Origins
  /** What the cookie is signed with that keeps a question until it is answered. */
  secrets: Secrets
  /** Called for each session that was ended, after the commit. */
  onSessionEnded: (sessionId: string) => void
}

/** Whether, and on which terms, a Google account may be used for an account that has the same address already. */
export class GoogleJoinService {
  readonly #deps: GoogleJoinOptions

  constructor(deps: GoogleJoinOptions) {
    this.#deps = deps
  }

  #keyOf(secret: string): Buffer {
    return keyed(secret, 'google-join')
  }

  /** Mailed before the commit: when it cannot be, nothing is joined. */
  #notify(kind: 'google-joined' | 'google-joined-alone', email: string, language: Language): Promise<void> {
    return this.#deps.outbox.enqueue(
      authMail(kind, {
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
    // Two windows of one person may come back at once: the second finds the link.
    if (!(await link(tx, userId, subject))) return
    if (terms === 'join') {
      await this.#notify('google-joined', email, language)
      return
    }
    await replaceAccess(
      tx,
      afterCommit,
      { userId, email },
      { method: 'google', onSessionEnded: this.#deps.onSessionEnded },
    )
    await this.#notify('google-joined-alone', email, language)
  }

  /**
   * Prepares for a Google account to sign in: where an account has its address but no link to it, joins the two if
   * that may be without asking anything. Its owner is told by mail.
   * @returns a question for the password, to be kept in a cookie; null when the sign-in may go on
   * @throws Refusal GOOGLE_EMAIL_OF_ANOTHER
   */
  async prepare({ subject, email }: GoogleIdentity, language: Language): Promise<string | null> {
    if (await isLinked(this.#deps.db, subject)) return null
    const asked = await this.#deps.db.transaction(async (tx, afterCommit): Promise<OpenJoin | null> => {
      const found = await lockByEmail(tx, email)
      if (!found || (await isLinked(tx, subject))) return null
      const userId = found.id
      const terms = joinTerms({
        emailVerified: found.emailVerified,
        hasConfirmation: await hasConfirmation(tx, { userId, email }),
        ...(await waysIn(tx, userId)),
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

  /**
   * What a kept question is about.
   * @throws Refusal GOOGLE_JOIN_EXPIRED when there is none, or the account has another address by now
   */
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

  /**
   * Joins the two, for somebody who was just let in by the password of the account. Together with Google's word the
   * address is confirmed then.
   * @throws Refusal GOOGLE_JOIN_EXPIRED when the account has another address by now
   */
  async finish(open: OpenJoin, language: Language): Promise<void> {
    await this.#deps.db.transaction(async (tx, afterCommit) => {
      const found = await lockByEmail(tx, open.email)
      if (found?.id !== open.userId) throw new Refusal('GOOGLE_JOIN_EXPIRED')
      await this.#joinNow(tx, afterCommit, open, 'join', language)
      await markEmailVerified(tx, open, 'password')
    })
  }
}
