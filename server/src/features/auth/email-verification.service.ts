import { Refusal } from '@kundig/contract/errors'
import type { Language } from '@kundig/contract/languages'

import type { Database } from '../../platform/database/database.ts'
import { markEmailVerified } from './auth.repository.ts'
import type { CodeMailService } from './code-mail.service.ts'
import { findGood } from './one-time-code.repository.ts'

const PURPOSE = 'email-verification'

export type EmailVerificationService = ReturnType<typeof createEmailVerificationService>

/** Confirming an address by a code that is mailed to it. */
export function createEmailVerificationService({ db, codeMails }: { db: Database; codeMails: CodeMailService }) {
  return {
    /** Asks for a confirmation mail; an address that is verified already gets none. */
    request: (email: string, language: Language): Promise<void> => codeMails.request(PURPOSE, email, language),

    /**
     * Marks the address as verified that the code was sent to. A code stays good until it expires: mail
     * scanners and second clicks open links too, and whoever comes after them must not read an error.
     * @throws Refusal VERIFICATION_CODE_INVALID
     */
    verify: async (code: string): Promise<void> => {
      const owner = await findGood(db, PURPOSE, code)
      if (!owner || !(await markEmailVerified(db, owner))) throw new Refusal('VERIFICATION_CODE_INVALID')
    },
  }
}
