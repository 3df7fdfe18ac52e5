import type { Database } from '../../platform/database/database.ts'
import { describeError, type Logger } from '../../platform/logging/logger.ts'
import { findUserByEmail, markEmailVerified, setSuggestedName } from './auth.repository.ts'
import type { Invitations } from './ports.ts'

interface InvitedSignUpOptions {
  db: Database
  logger: Logger
  invitations: Invitations
}

/** Signing up by an invitation: the mail came to that address, so it is confirmed. */
export class InvitedSignUp {
  readonly #deps: InvitedSignUpOptions

  constructor(deps: InvitedSignUpOptions) {
    this.#deps = deps
  }

  /** @throws Refusal INVITATION_INVALID where a code is not good for that address */
  require(code: string, email: string): Promise<void> {
    return this.#deps.invitations.requireFor(code, email)
  }

  /**
   * Uses the invitation up for the account that was made with its address. Never throws.
   * @returns false where the address is not confirmed by it: it was used meanwhile, or the database is away
   */
  async accept(code: string, email: string): Promise<boolean> {
    try {
      return await this.#deps.db.transaction(async (tx) => {
        const person = await findUserByEmail(tx, email)
        const used = person && (await this.#deps.invitations.use(tx, code, email))
        if (!used) return false
        await setSuggestedName(tx, person.id, used.fullName)
        return markEmailVerified(tx, { userId: person.id, email }, 'invitation')
      })
    } catch (error) {
      this.#deps.logger.warn({ part: 'auth', reason: describeError(error) }, 'an invitation was not used up')
      return false
    }
  }
}
