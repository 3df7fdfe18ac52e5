import { Refusal } from '@kundig/contract/errors'
import type { Language } from '@kundig/contract/languages'

import type { Database } from '../../../platform/database/database.ts'
import { findAccountState, markEmailVerified, releaseEmail } from '../auth.repository.ts'
import type { AccountClosing } from '../ports.ts'
import type { ProveAccount, Shown } from './account-proof.ts'
import type { CodeMailService } from './code-mail.service.ts'
import { type CodeOwner, findGood } from './one-time-code.repository.ts'

const PURPOSE = 'email-verification'

/** What the link of a confirmation mail is about, for the page that it leads to. */
export interface ConfirmationState {
  userId: string
  /** The address that it confirms. */
  email: string
  /** Whether it has been confirmed already. */
  isConfirmed: boolean
}

export interface EmailVerificationOptions {
  db: Database
  codeMails: CodeMailService
  prove: ProveAccount
  /** What happens to what the account has elsewhere, when it is closed. */
  closings: readonly AccountClosing[]
  /** Called for each session that was ended, after the commit. */
  onSessionEnded: (sessionId: string) => void
}

/** Confirming an address by a code that is mailed to it. */
export class EmailVerificationService {
  readonly #deps: EmailVerificationOptions

  constructor(deps: EmailVerificationOptions) {
    this.#deps = deps
  }

  /** Whose a code is, while the account still has the address that it was sent to. */
  async #read(code: string): Promise<CodeOwner & { isConfirmed: boolean }> {
    const owner = await findGood(this.#deps.db, PURPOSE, code)
    const account = owner && (await findAccountState(this.#deps.db, owner.userId))
    if (!owner || account?.email !== owner.email) throw new Refusal('VERIFICATION_CODE_INVALID')
    return { ...owner, isConfirmed: account.emailVerified }
  }

  /** Asks for a confirmation mail; an address that is verified already gets none. */
  request(email: string, language: Language): Promise<void> {
    return this.#deps.codeMails.request(PURPOSE, email, language)
  }

  /**
   * Tells what a code is about; it confirms nothing, and the code stays good.
   * @throws Refusal VERIFICATION_CODE_INVALID
   */
  check(code: string): Promise<ConfirmationState> {
    return this.#read(code)
  }

  /**
   * Marks the address that the code was sent to as verified, for a person who also proves that the account is theirs.
   * A code stays good until it expires: a second click is no mistake.
   * @throws Refusal VERIFICATION_CODE_INVALID, PASSWORD_NEEDED, WRONG_PASSWORD, NO_PASSWORD, TOO_MANY_ATTEMPTS
   */
  async confirm(code: string, shown: Shown): Promise<void> {
    const owner = await this.#read(code)
    const method = await this.#deps.prove(owner, shown).catch(async (error: unknown) => {
      // The account may have been closed meanwhile: then the code is void, whatever else it lacks.
      await this.#read(code)
      throw error
    })
    const isMarked = await this.#deps.db.transaction((tx) => markEmailVerified(tx, owner, method))
    if (!isMarked) throw new Refusal('VERIFICATION_CODE_INVALID')
  }

  /**
   * Closes the account that somebody else made with the address of this mailbox, and releases the address. The code
   * suffices: the owner of the mailbox has nothing else to show.
   * @throws Refusal VERIFICATION_CODE_INVALID, also for an address that was confirmed
   */
  async disown(code: string): Promise<void> {
    const owner = await this.#read(code)
    await this.#deps.db.transaction(async (tx, afterCommit) => {
      const ended = await releaseEmail(tx, owner)
      if (!ended) throw new Refusal('VERIFICATION_CODE_INVALID')
      for (const sessionId of ended) afterCommit(() => this.#deps.onSessionEnded(sessionId))
      for (const close of this.#deps.closings) await close(tx, afterCommit, owner.userId)
    })
  }
}
