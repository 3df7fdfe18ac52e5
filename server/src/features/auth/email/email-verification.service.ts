import { Refusal } from '@kundig/contract/errors'
import type { Language } from '@kundig/contract/languages'

import type { Database } from '../../../platform/database/database.ts'
import { findAccountState, markEmailVerified, removeUnconfirmedEmail } from '../auth.repository.ts'
import type { AccountClosing } from '../ports.ts'
import type { ProveAccount, Shown } from './account-proof.ts'
import type { CodeMailService } from './code-mail.service.ts'
import { type CodeOwner, findCodeOwner } from './one-time-code.repository.ts'

const PURPOSE = 'email-verification'

export interface ConfirmationState {
  userId: string
  email: string
  isConfirmed: boolean
}

export interface EmailVerificationOptions {
  db: Database
  codeMails: CodeMailService
  prove: ProveAccount
  closings: readonly AccountClosing[]
  onSessionEnded: (sessionId: string) => void
}

export class EmailVerificationService {
  readonly #deps: EmailVerificationOptions

  constructor(deps: EmailVerificationOptions) {
    this.#deps = deps
  }

  async #read(code: string): Promise<CodeOwner & { isConfirmed: boolean }> {
    const owner = await findCodeOwner(this.#deps.db, PURPOSE, code)
    const account = owner && (await findAccountState(this.#deps.db, owner.userId))
    if (!owner || account?.email !== owner.email) throw new Refusal('VERIFICATION_CODE_INVALID')
    return { ...owner, isConfirmed: account.emailVerified }
  }

  /** A verified address receives no mail. */
  request(email: string, language: Language): Promise<void> {
    return this.#deps.codeMails.request(PURPOSE, email, language)
  }

  /** Reads a code without using it. @throws Refusal VERIFICATION_CODE_INVALID */
  check(code: string): Promise<ConfirmationState> {
    return this.#read(code)
  }

  /**
   * Requires a code and proof of the account. A repeated confirmation also succeeds.
   * @throws Refusal VERIFICATION_CODE_INVALID, PASSWORD_NEEDED, WRONG_PASSWORD, NO_PASSWORD, TOO_MANY_ATTEMPTS
   */
  async confirm(code: string, shown: Shown): Promise<void> {
    const owner = await this.#read(code)
    const method = await this.#deps.prove(owner, shown).catch(async (error: unknown) => {
      // If the account was closed in the meantime, the code is void and no other error applies.
      await this.#read(code)
      throw error
    })
    const isMarked = await this.#deps.db.transaction((tx) => markEmailVerified(tx, owner, method))
    if (!isMarked) throw new Refusal('VERIFICATION_CODE_INVALID')
  }

  /**
   * The code alone suffices, because another person may have created the account.
   * @throws Refusal VERIFICATION_CODE_INVALID, also for a confirmed address
   */
  async disown(code: string): Promise<void> {
    const owner = await this.#read(code)
    await this.#deps.db.transaction(async (tx, afterCommit) => {
      const ended = await removeUnconfirmedEmail(tx, owner)
      if (!ended) throw new Refusal('VERIFICATION_CODE_INVALID')
      for (const sessionId of ended) afterCommit(() => this.#deps.onSessionEnded(sessionId))
      for (const close of this.#deps.closings) await close(tx, afterCommit, owner.userId)
    })
  }
}
