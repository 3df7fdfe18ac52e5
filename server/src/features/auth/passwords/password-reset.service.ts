import { Refusal } from '@kundig/contract/errors'
import type { Language } from '@kundig/contract/languages'

import type { Database } from '../../../platform/database/database.ts'
import { deleteSessions, forgetDevices, hasConfirmation, markEmailVerified, setPassword } from '../auth.repository.ts'
import type { CodeMailService } from '../email/code-mail.service.ts'
import { consume, findGood, deleteCodes } from '../email/one-time-code.repository.ts'
import type { SecurityNotice } from '../email/security-notices.ts'
import { unlinkGoogle } from '../google/google-join.repository.ts'
import { hashPassword } from './password-hash.ts'

const PURPOSE = 'password-reset'

export interface PasswordResetOptions {
  db: Database
  codeMails: CodeMailService
  notify: SecurityNotice
  /** Called for each session that a reset ended, after the commit. */
  onSessionEnded: (sessionId: string) => void
}

/** Setting a new password by a code that is mailed; it ends all sessions. */
export class PasswordResetService {
  readonly #deps: PasswordResetOptions

  constructor(deps: PasswordResetOptions) {
    this.#deps = deps
  }

  /** Asks for a reset link. Known and unknown addresses cannot be told apart by it. */
  request(email: string, language: Language): Promise<void> {
    return this.#deps.codeMails.request(PURPOSE, email, language)
  }

  /**
   * Looks at a code without using it up.
   * @returns the account's address
   * @throws Refusal RESET_CODE_INVALID
   */
  async verify(code: string): Promise<string> {
    const owner = await findGood(this.#deps.db, PURPOSE, code)
    if (!owner) throw new Refusal('RESET_CODE_INVALID')
    return owner.email
  }

  /**
   * Sets a new password, for an account that came by another way too, and ends every session. The mailbox
   * was proven, so its address is verified from here on. Where it is not known how it was confirmed before, Google
   * accounts that are linked go as well: they may be those of whoever gave the account this address. Of many at once
   * with one code, one gets through. The owner is told by mail, before the commit: when that cannot be, nothing changes.
   * @param password checked by the contract already
   * @returns the account's address
   * @throws Refusal RESET_CODE_INVALID
   */
  async confirm(code: string, password: string, language: Language): Promise<string> {
    // Hashing is dear: not for a code that is no good anyway.
    if (!(await findGood(this.#deps.db, PURPOSE, code))) throw new Refusal('RESET_CODE_INVALID')
    const hash = await hashPassword(password)
    return this.#deps.db.transaction(async (tx, afterCommit) => {
      const owner = await consume(tx, PURPOSE, code)
      if (!owner) throw new Refusal('RESET_CODE_INVALID')
      if (!(await hasConfirmation(tx, owner))) await unlinkGoogle(tx, owner.userId)
      // What was sent to an address that the account has left opens nothing any more.
      if (!(await markEmailVerified(tx, owner, 'reset'))) throw new Refusal('RESET_CODE_INVALID')
      await setPassword(tx, owner.userId, hash)
      // Browsers of whoever knew the former password are strangers from here on.
      await forgetDevices(tx, owner.userId)
      await deleteCodes(tx, PURPOSE, owner.userId)
      for (const sessionId of await deleteSessions(tx, owner.userId))
        afterCommit(() => this.#deps.onSessionEnded(sessionId))
      await this.#deps.notify('password-changed', owner.email, language)
      return owner.email
    })
  }
}
