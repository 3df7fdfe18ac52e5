import { decodeJwt, errors, SignJWT } from 'jose'
import { z } from 'zod'

import { Refusal } from '@kundig/contract/errors'
import type { Language } from '@kundig/contract/languages'
import { ACCOUNT_PAGES } from '@kundig/contract/site/public-pages'

import { type Database, isUniqueViolation } from '../../../platform/database/database.ts'
import type { Origins } from '../../../platform/http/origins.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { MailOutbox } from '../../../platform/mail/mail-outbox.ts'
import { computeHmac, type Secrets } from '../../../platform/secrets.ts'
import type { Viewer } from '../../../viewer.ts'
import type { AuthLimits } from '../auth.limits.ts'
import {
  findAccountState,
  type EmailChange,
  findUserByEmail,
  findPasswordHash,
  replaceEmail,
  voidAccountCodes,
} from '../auth.repository.ts'
import { requireCurrentPassword } from '../passwords/current-password.ts'
import type { ProveAccount, Shown } from './account-proof.ts'
import { buildAuthMail } from './auth-mails.ts'
import { toCodeLink, CODES, MAIL_REQUESTS } from './code-mail.service.ts'
import type { ConfirmationState } from './email-verification.service.ts'
import { deleteCodes } from './one-time-code.repository.ts'
import { NOTICE_USEFUL_FOR_MS } from './security-notices.ts'
import { verifyToken } from './signed-token.ts'

const GOOD_FOR_MS = CODES['email-verification'].goodForMs
const ALGORITHM = 'HS256'

interface ChangeRequest {
  userId: string
  email: string
  language: Language
}

const claims = z.object({
  sub: z.uuid(),
  from: z.string(),
  /** Time of the account's last change (ms). Each change voids all earlier codes. */
  asOf: z.int(),
  to: z.string(),
})

export interface EmailChangeOptions {
  db: Database
  jobs: Jobs
  outbox: MailOutbox
  origins: Origins
  limits: AuthLimits
  prove: ProveAccount
  /** Keys that sign codes, together with the account's password hash. */
  secrets: Secrets
}

/**
 * Changes an account's address. A confirmation requires proof of both mailbox and account, so that both have the same
 * owner. Only an address's owner learns whether it has an account. The signature covers the account's state and
 * password hash, so a change of either voids the code.
 */
export class EmailChangeService {
  readonly #deps: EmailChangeOptions
  #enqueue!: (wish: ChangeRequest) => Promise<void>

  private constructor(deps: EmailChangeOptions) {
    this.#deps = deps
  }

  static async open(deps: EmailChangeOptions): Promise<EmailChangeService> {
    const service = new EmailChangeService(deps)
    service.#enqueue = await deps.jobs.queue<ChangeRequest>('email-change-mail', MAIL_REQUESTS, (wish) =>
      service.#mail(wish),
    )
    return service
  }

  #keysFor(passwordHash: string): [Buffer, ...Buffer[]] {
    const [first, ...older] = this.#deps.secrets
    const keyOf = (secret: string): Buffer => computeHmac(secret, `email-change ${passwordHash}`)
    return [keyOf(first), ...older.map(keyOf)]
  }

  async #mail({ userId, email, language }: ChangeRequest): Promise<void> {
    const { db, origins, outbox } = this.#deps
    if (await findUserByEmail(db, email)) return
    const [account, passwordHash] = await Promise.all([findAccountState(db, userId), findPasswordHash(db, userId)])
    if (!account || passwordHash === null) return
    const usefulUntil = new Date(Date.now() + GOOD_FOR_MS)
    const code = await new SignJWT({ from: account.email, asOf: account.updatedAt.getTime(), to: email })
      .setProtectedHeader({ alg: ALGORITHM })
      .setSubject(userId)
      .setExpirationTime(usefulUntil)
      .sign(this.#keysFor(passwordHash)[0])
    const link = toCodeLink(origins, 'email-verification', code)
    await outbox.enqueue(buildAuthMail('email-change', { language, to: email, about: email, link, usefulUntil }))
  }

  async #read(code: string): Promise<EmailChange | null> {
    try {
      const { sub: userId, from, asOf, to } = claims.parse(decodeJwt(code))
      const passwordHash = await findPasswordHash(this.#deps.db, userId)
      if (passwordHash === null) return null
      await verifyToken(code, this.#keysFor(passwordHash), ALGORITHM)
      return { userId, from, asOf: new Date(asOf), to }
    } catch (error) {
      if (error instanceof z.ZodError || error instanceof errors.JOSEError) return null
      throw error
    }
  }

  /** @throws Refusal VERIFICATION_CODE_INVALID */
  async #readOpen(code: string): Promise<{ wish: EmailChange; isConfirmed: boolean }> {
    const wish = await this.#read(code)
    const account = wish && (await findAccountState(this.#deps.db, wish.userId))
    const isOpen = wish && account?.email === wish.from && account.updatedAt.getTime() === wish.asOf.getTime()
    const isConfirmed = wish !== null && account?.email === wish.to && account.emailVerified
    if (!wish || (!isOpen && !isConfirmed)) throw new Refusal('VERIFICATION_CODE_INVALID')
    return { wish, isConfirmed }
  }

  /**
   * Mails a code to the new address, unless an account has that address. Response and work are the same either way. A
   * confirmed old address receives a notice before the change.
   * @throws Refusal EMAIL_UNCHANGED, NO_PASSWORD, WRONG_PASSWORD, TOO_MANY_ATTEMPTS
   */
  async request(
    { userId, email: from }: Viewer,
    { email, currentPassword }: { email: string; currentPassword: string },
    { language, clientAddress }: { language: Language; clientAddress: string },
  ): Promise<void> {
    const { db, limits, origins, outbox } = this.#deps
    if (email === from) throw new Refusal('EMAIL_UNCHANGED', 'email')
    await requireCurrentPassword({ db, limits }, userId, currentPassword)
    await limits.emailChange(clientAddress, userId, email)
    const account = await findAccountState(db, userId)
    if (account?.emailVerified) {
      const usefulUntil = new Date(Date.now() + GOOD_FOR_MS)
      const link = `${origins.base}${ACCOUNT_PAGES.security}`
      await outbox.enqueue(
        buildAuthMail('email-change-notice', { language, to: account.email, about: email, link, usefulUntil }),
      )
    }
    await this.#enqueue({ userId, email, language })
  }

  /** Reads a code without using it. @throws Refusal VERIFICATION_CODE_INVALID */
  async check(code: string): Promise<ConfirmationState> {
    const { wish, isConfirmed } = await this.#readOpen(code)
    return { userId: wish.userId, email: wish.to, isConfirmed }
  }

  /**
   * Confirms a change of address with a code and proof of the account. A confirmed old address is mailed before the
   * commit: if the mail fails, nothing changes. A repeated confirmation also succeeds.
   * @throws Refusal PASSWORD_NEEDED, WRONG_PASSWORD, TOO_MANY_ATTEMPTS; VERIFICATION_CODE_INVALID, also when another
   * account has taken the address
   */
  async confirm(code: string, shown: Shown & { language: Language }): Promise<void> {
    const { prove, db, outbox, origins } = this.#deps
    const { wish, isConfirmed } = await this.#readOpen(code)
    const method = await prove({ userId: wish.userId, email: isConfirmed ? wish.to : wish.from }, shown)
    const before = await findAccountState(db, wish.userId)
    try {
      await db.transaction(async (tx) => {
        if (!(await replaceEmail(tx, wish, method))) return
        if (before?.emailVerified) {
          const usefulUntil = new Date(Date.now() + NOTICE_USEFUL_FOR_MS)
          const { language } = shown
          await outbox.enqueue(
            buildAuthMail('email-changed', {
              language,
              to: wish.from,
              about: wish.to,
              link: origins.base,
              usefulUntil,
            }),
          )
        }
        await deleteCodes(tx, 'password-reset', wish.userId)
        await deleteCodes(tx, 'email-verification', wish.userId)
      })
    } catch (error) {
      if (!isUniqueViolation(error, 'user_email_key')) throw error
    }
    const now = await findAccountState(db, wish.userId)
    if (now?.email !== wish.to || !now.emailVerified) throw new Refusal('VERIFICATION_CODE_INVALID')
  }

  /** @throws Refusal VERIFICATION_CODE_INVALID, also after the change was confirmed */
  async disown(code: string): Promise<void> {
    const { wish } = await this.#readOpen(code)
    if (!(await voidAccountCodes(this.#deps.db, wish))) throw new Refusal('VERIFICATION_CODE_INVALID')
  }
}
