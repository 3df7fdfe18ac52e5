import type { Database } from '../../platform/database/database.ts'
import { describeError, type Logger } from '../../platform/logging/logger.ts'
import { findUserByEmail, markEmailVerified, setSuggestedName } from './auth.repository.ts'
import type { Invitations } from './ports.ts'

interface InvitedSignUpOptions {
  db: Database
  logger: Logger
  invitations: Invitations
}

/** Sign-up with a mailed invitation, whose code proves the mailbox and so confirms the address. */
export class InvitedSignUp {
  readonly #deps: InvitedSignUpOptions

  constructor(deps: InvitedSignUpOptions) {
    this.#deps = deps
  }

  /** @throws Refusal INVITATION_INVALID for a code that is not valid for that address */
  require(code: string, email: string): Promise<void> {
    return this.#deps.invitations.requireFor(code, email)
  }

  /** Never throws. @returns false if the invitation was used already, or the database is unavailable */
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
      this.#deps.logger.warn({ part: 'auth', reason: describeError(error) }, 'redeeming an invitation failed')
      return false
    }
  }
}
