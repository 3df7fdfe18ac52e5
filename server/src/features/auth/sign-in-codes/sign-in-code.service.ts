import { randomInt } from 'node:crypto'

import { v7 as uuidv7 } from 'uuid'

import { type MailedCode, QUESTION_HOURS, SIGN_IN_CODE, buildSignInLink } from '@kundig/contract/auth/sign-in-code'
import { Refusal } from '@kundig/contract/errors'
import type { Language } from '@kundig/contract/languages'
import { ACCOUNT_PAGES } from '@kundig/contract/site/public-pages'

import type { AfterCommit, Database, Transaction } from '../../../platform/database/database.ts'
import type { Origins } from '../../../platform/http/origins.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { MailOutbox } from '../../../platform/mail/mail-outbox.ts'
import { computeHmac, type Secrets } from '../../../platform/secrets.ts'
import type { AuthLimits } from '../auth.limits.ts'
import {
  addUser,
  deleteSessionByToken,
  findUserByEmail,
  hasConfirmation,
  markEmailVerified,
} from '../auth.repository.ts'
import { type Authentication, signedIn } from '../authentication.ts'
import { buildAuthMail } from '../email/auth-mails.ts'
import { MAIL_REQUESTS } from '../email/code-mail.service.ts'
import { NOTICE_USEFUL_FOR_MS } from '../email/security-notices.ts'
import { lockAccountByEmail, unlinkGoogle } from '../google/google-join.repository.ts'
import type { Questions } from '../ports.ts'
import { revokeFormerAccess } from '../replaced-access.ts'
import { type HashedCode, saveSignInCode, consumeSignInCode } from './sign-in-code.repository.ts'

const MINUTE_MS = 60_000

export interface SignInCodeOptions {
  db: Database
  jobs: Jobs
  outbox: MailOutbox
  origins: Origins
  limits: AuthLimits
  secrets: Secrets
  authentication: Authentication
  questions: Questions
  currentTerms: () => number | null
  /** Called after the commit; never throws. */
  onSignedUp: (userId: string) => Promise<void>
  onSessionEnded: (sessionId: string) => void
}

export interface SignInByCode {
  answer: Response
  /** True when this sign-in confirmed the address, which ended every earlier way to log in. */
  isReplaced: boolean
}

interface CodeRequest {
  email: string
  language: Language
}

interface QuestionRequest extends CodeRequest {
  question: string
  receiver: string
}

export interface Asked {
  receiverId: string
  senderName: string
  message: string
  email: string
}

export class SignInCodeService {
  readonly #deps: SignInCodeOptions
  #enqueue!: (request: CodeRequest) => Promise<void>
  #enqueueQuestion!: (request: QuestionRequest) => Promise<void>

  private constructor(deps: SignInCodeOptions) {
    this.#deps = deps
  }

  static async open(deps: SignInCodeOptions): Promise<SignInCodeService> {
    const service = new SignInCodeService(deps)
    service.#enqueue = await deps.jobs.queue<CodeRequest>('sign-in-code-mail', MAIL_REQUESTS, (request) =>
      service.#mailCode(request),
    )
    service.#enqueueQuestion = await deps.jobs.queue<QuestionRequest>('question-mail', MAIL_REQUESTS, (request) =>
      service.#mailQuestion(request),
    )
    return service
  }

  // The hash is keyed, because six digits could be guessed from a plain hash.
  #hash({ email, code, question }: MailedCode): HashedCode {
    const hashText = (text: string): string => computeHmac(this.#deps.secrets[0], text).toString('base64url')
    // Each question has its own code, valid for that question only.
    const owner = question === undefined ? email : `${email} ${question}`
    return { addressHash: hashText(`sign-in address ${owner}`), codeHash: hashText(`sign-in code ${code} ${owner}`) }
  }

  async #makeCode(of: Omit<MailedCode, 'code'>, goodForMinutes: number) {
    const code = String(randomInt(10 ** SIGN_IN_CODE.digits)).padStart(SIGN_IN_CODE.digits, '0')
    const usefulUntil = new Date(Date.now() + goodForMinutes * MINUTE_MS)
    await saveSignInCode(this.#deps.db, this.#hash({ ...of, code }), usefulUntil)
    return { code, usefulUntil, link: `${this.#deps.origins.base}${buildSignInLink({ ...of, code })}` }
  }

  /** For an unknown address, stores a code but does not mail it. So checking any code takes the same work. */
  async #mailCode({ email, language }: CodeRequest): Promise<void> {
    const { db, outbox, limits, origins } = this.#deps
    const { code, link, usefulUntil } = await this.#makeCode({ email }, SIGN_IN_CODE.goodForMinutes)
    const mail = { language, to: email, about: email, usefulUntil }
    if (await findUserByEmail(db, email)) {
      await outbox.enqueue(buildAuthMail('sign-in-code', { ...mail, link, code }))
    } else if (await limits.mayWriteToUnknown(email)) {
      await outbox.enqueue(buildAuthMail('no-account', { ...mail, link: `${origins.base}/login#sign-up` }))
    }
  }

  async #mailQuestion({ email, language, question, receiver }: QuestionRequest): Promise<void> {
    const made = await this.#makeCode({ email, question }, QUESTION_HOURS * 60)
    await this.#deps.outbox.enqueue(buildAuthMail('question', { language, to: email, about: email, receiver, ...made }))
  }

  async #addAccount(tx: Transaction, afterCommit: AfterCommit, email: string): Promise<void> {
    const userId = await addUser(tx, { email, acceptedTerms: this.#deps.currentTerms() })
    if (userId === null) return
    await markEmailVerified(tx, { userId, email }, 'code')
    afterCommit(() => this.#deps.onSignedUp(userId))
  }

  async #settle(mailed: MailedCode, language: Language): Promise<{ userId: string; isReplaced: boolean } | null> {
    const { db, questions, onSessionEnded, origins, outbox } = this.#deps
    const { email, question } = mailed
    return db.transaction(async (tx: Transaction, afterCommit) => {
      if (!(await consumeSignInCode(tx, this.#hash(mailed)))) return null
      if (question !== undefined) await this.#addAccount(tx, afterCommit, email)
      const found = await lockAccountByEmail(tx, email)
      if (!found) return null
      const owner = { userId: found.id, email }
      if (question !== undefined && !(await questions.confirm(tx, question, owner.userId))) {
        throw new Refusal('SIGN_IN_CODE_INVALID')
      }
      if (await hasConfirmation(tx, owner)) return { userId: found.id, isReplaced: false }
      await unlinkGoogle(tx, owner.userId)
      await revokeFormerAccess(tx, afterCommit, owner, { method: 'code', onSessionEnded })
      const usefulUntil = new Date(Date.now() + NOTICE_USEFUL_FOR_MS)
      const link = `${origins.base}${ACCOUNT_PAGES.security}`
      await outbox.enqueue(buildAuthMail('code-alone', { language, to: email, about: email, link, usefulUntil }))
      return { userId: found.id, isReplaced: true }
    })
  }

  /** Inserts one row with or without an account. So neither the response nor its time reveals an account. */
  request(email: string, language: Language): Promise<void> {
    return this.#enqueue({ email, language })
  }

  /** Does the same work without an account too. @throws Refusal PROFILE_NOT_FOUND, PROFILE_NOT_PUBLIC, NAME_RESERVED */
  async ask({ email, ...asked }: Asked, language: Language): Promise<string> {
    const question = uuidv7()
    const receiver = await this.#deps.questions.save({ id: question, ...asked })
    await this.#enqueueQuestion({ email, language, question, receiver })
    return question
  }

  /**
   * A question's code creates an account if the address has none. If another person may have created the account, every
   * earlier way to log in ends, and the mailbox's owner is mailed before the commit.
   * @param headers of the request, without cookies
   * @throws Refusal SIGN_IN_CODE_INVALID
   */
  async signIn(mailed: MailedCode, headers: Headers, language: Language): Promise<SignInByCode> {
    const settled = await this.#settle(mailed, language)
    if (!settled) throw new Refusal('SIGN_IN_CODE_INVALID')
    const { userId, isReplaced } = settled
    const answer = await this.#deps.authentication.openSession({ body: { userId }, headers, asResponse: true })
    // If the account's address changed in the meantime, no client receives the session.
    if ((await findUserByEmail(this.#deps.db, mailed.email))?.id === userId) return { answer, isReplaced }
    await deleteSessionByToken(this.#deps.db, signedIn.parse(await answer.json()).token)
    throw new Refusal('SIGN_IN_CODE_INVALID')
  }
}
