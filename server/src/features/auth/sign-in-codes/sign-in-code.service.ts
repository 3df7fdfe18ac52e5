import { randomInt } from 'node:crypto'

import { type MailedCode, SIGN_IN_CODE, signInLink } from '@kundig/contract/auth/sign-in-code'
import { Refusal } from '@kundig/contract/errors'
import type { Language } from '@kundig/contract/languages'
import { ACCOUNT_PAGES } from '@kundig/contract/public-pages'

import type { Database, Transaction } from '../../../platform/database/database.ts'
import type { Origins } from '../../../platform/http/origins.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { MailOutbox } from '../../../platform/mail/mail-outbox.ts'
import { keyed, type Secrets } from '../../../platform/secrets.ts'
import type { AuthLimits } from '../auth.limits.ts'
import { deleteSessionByToken, findUserByEmail, hasConfirmation } from '../auth.repository.ts'
import { type Authentication, signedIn } from '../authentication.ts'
import { authMail } from '../email/auth-mails.ts'
import { MAIL_REQUESTS } from '../email/code-mail.service.ts'
import { NOTICE_USEFUL_FOR_MS } from '../email/security-notices.ts'
import { lockByEmail, unlinkGoogle } from '../google/google-join.repository.ts'
import { replaceAccess } from '../replaced-access.ts'
import { type HashedCode, save, take } from './sign-in-code.repository.ts'

const MINUTE_MS = 60_000

export interface SignInCodeOptions {
  db: Database
  jobs: Jobs
  outbox: MailOutbox
  origins: Origins
  limits: AuthLimits
  secrets: Secrets
  authentication: Authentication
  /** Called for each session that was ended, after the commit. */
  onSessionEnded: (sessionId: string) => void
}

export interface SignInByCode {
  /** better-auth's answer, with the session's cookie. */
  answer: Response
  /** True where the address was not confirmed: every earlier way in has ended. */
  isReplaced: boolean
}

export type SignInCodeService = Awaited<ReturnType<typeof createSignInCodeService>>

/** Signing in by a code that is mailed. */
export async function createSignInCodeService(options: SignInCodeOptions) {
  const { db, jobs, outbox, origins, limits, secrets, authentication, onSessionEnded } = options

  // Six digits are guessed from a plain hash: this one has a key.
  const hash = ({ email, code }: MailedCode): HashedCode => {
    const hashText = (text: string): string => keyed(secrets[0], text).toString('base64url')
    return { addressHash: hashText(`sign-in address ${email}`), codeHash: hashText(`sign-in code ${code} ${email}`) }
  }

  /** An unknown address gets a code too, which is not mailed: a wrong one is answered after the same work. */
  const enqueue = await jobs.queue<{ email: string; language: Language }>(
    'sign-in-code-mail',
    MAIL_REQUESTS,
    async ({ email, language }) => {
      const code = String(randomInt(10 ** SIGN_IN_CODE.digits)).padStart(SIGN_IN_CODE.digits, '0')
      const usefulUntil = new Date(Date.now() + SIGN_IN_CODE.goodForMinutes * MINUTE_MS)
      await save(db, hash({ email, code }), usefulUntil)
      const mail = { language, to: email, about: email, usefulUntil }
      if (await findUserByEmail(db, email)) {
        const link = `${origins.base}${signInLink({ email, code })}`
        await outbox.enqueue(authMail('sign-in-code', { ...mail, link, code }))
      } else if (await limits.mayWriteToUnknown(email)) {
        await outbox.enqueue(authMail('no-account', { ...mail, link: `${origins.base}/login#sign-up` }))
      }
    },
  )

  /** @returns true where every earlier way in has ended; null where no account has the address any more */
  async function settle(email: string, language: Language): Promise<{ userId: string; isReplaced: boolean } | null> {
    return db.transaction(async (tx: Transaction, afterCommit) => {
      const found = await lockByEmail(tx, email)
      if (!found) return null
      const owner = { userId: found.id, email }
      if (await hasConfirmation(tx, owner)) return { userId: found.id, isReplaced: false }
      await unlinkGoogle(tx, owner.userId)
      await replaceAccess(tx, afterCommit, owner, { method: 'code', onSessionEnded })
      const usefulUntil = new Date(Date.now() + NOTICE_USEFUL_FOR_MS)
      const link = `${origins.base}${ACCOUNT_PAGES.security}`
      await outbox.enqueue(authMail('code-alone', { language, to: email, about: email, link, usefulUntil }))
      return { userId: found.id, isReplaced: true }
    })
  }

  return {
    /** Asks for a code. The work is one insert, with or without an account: neither the answer nor its time differs. */
    request: (email: string, language: Language): Promise<void> => enqueue({ email, language }),

    /**
     * Uses a code up and signs in. A code proves the mailbox. Where nothing proves that the owner of the mailbox made the
     * account, every earlier way in ends, and the owner is notified by mail before the commit.
     * @param headers of the request, without cookies
     * @throws Refusal SIGN_IN_CODE_INVALID
     */
    signIn: async (mailed: MailedCode, headers: Headers, language: Language): Promise<SignInByCode> => {
      const settled = (await take(db, hash(mailed))) ? await settle(mailed.email, language) : null
      if (!settled) throw new Refusal('SIGN_IN_CODE_INVALID')
      const { userId, isReplaced } = settled
      const answer = await authentication.openSession({ body: { userId }, headers, asResponse: true })
      // The account may have changed its address since: then the session stays with no one.
      if ((await findUserByEmail(db, mailed.email))?.id === userId) return { answer, isReplaced }
      await deleteSessionByToken(db, signedIn.parse(await answer.json()).token)
      throw new Refusal('SIGN_IN_CODE_INVALID')
    },
  }
}
