import { Refusal } from '@kundig/contract/errors'
import type { Language } from '@kundig/contract/languages'

import type { Database } from '../../../platform/database/database.ts'
import { deleteSessions, forgetDevices, hasConfirmation, markEmailVerified, setPassword } from '../auth.repository.ts'
import type { CodeMailService } from '../email/code-mail.service.ts'
import { consumeOneTimeCode, findCodeOwner, deleteCodes } from '../email/one-time-code.repository.ts'
import type { SecurityNotice } from '../email/security-notices.ts'
import { unlinkGoogle } from '../google/google-join.repository.ts'
import { hashPassword } from './password-hash.ts'

const PURPOSE = 'password-reset'

export interface PasswordResetOptions {
  db: Database
  codeMails: CodeMailService
  notify: SecurityNotice
  onSessionEnded: (sessionId: string) => void
}

export class PasswordResetService {
  readonly #deps: PasswordResetOptions

  constructor(deps: PasswordResetOptions) {
    this.#deps = deps
  }

  /** The answer does not reveal if the address has an account. */
  request(email: string, language: Language): Promise<void> {
    return this.#deps.codeMails.request(PURPOSE, email, language)
  }

  /** Does not consume the code. @throws Refusal RESET_CODE_INVALID */
  async verify(code: string): Promise<string> {
    const owner = await findCodeOwner(this.#deps.db, PURPOSE, code)
    if (!owner) throw new Refusal('RESET_CODE_INVALID')
    return owner.email
  }

  /**
   * Ends every session, and verifies the address, because the code proves the mailbox. If the address has no recorded
   * confirmation, linked Google accounts are removed, because they may be an impostor's. Of concurrent calls, exactly
   * one succeeds. The owner is mailed before the commit: if the mail fails, nothing changes.
   * @throws Refusal RESET_CODE_INVALID
   */
  async confirm(code: string, password: string, language: Language): Promise<string> {
    // Hashing is expensive, so an invalid code is refused first.
    if (!(await findCodeOwner(this.#deps.db, PURPOSE, code))) throw new Refusal('RESET_CODE_INVALID')
    const hash = await hashPassword(password)
    return this.#deps.db.transaction(async (tx, afterCommit) => {
      const owner = await consumeOneTimeCode(tx, PURPOSE, code)
      if (!owner) throw new Refusal('RESET_CODE_INVALID')
      if (!(await hasConfirmation(tx, owner))) await unlinkGoogle(tx, owner.userId)
      // Codes sent to a former address of the account are void.
      if (!(await markEmailVerified(tx, owner, 'reset'))) throw new Refusal('RESET_CODE_INVALID')
      await setPassword(tx, owner.userId, hash)
      await forgetDevices(tx, owner.userId)
      await deleteCodes(tx, PURPOSE, owner.userId)
      for (const sessionId of await deleteSessions(tx, owner.userId))
        afterCommit(() => this.#deps.onSessionEnded(sessionId))
      await this.#deps.notify('password-changed', owner.email, language)
      return owner.email
    })
  }
}
