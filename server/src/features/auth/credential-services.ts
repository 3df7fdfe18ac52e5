import { createAccountProof } from './account-proof.ts'
import { type CodeMailOptions, createCodeMailService } from './code-mail.service.ts'
import { createEmailChangeService, type EmailChangeOptions } from './email-change.service.ts'
import { createEmailVerificationService, type EmailVerificationOptions } from './email-verification.service.ts'
import { createGoogleJoinService, type GoogleJoinOptions } from './google-join.service.ts'
import type { KnownDevices } from './known-devices.service.ts'
import { createPasswordResetService, type PasswordResetOptions } from './password-reset.service.ts'

type CredentialOptions = CodeMailOptions &
  Omit<EmailVerificationOptions, 'codeMails' | 'prove'> &
  Omit<EmailChangeOptions, 'prove'> &
  Omit<PasswordResetOptions, 'codeMails'> &
  GoogleJoinOptions & { knownDevices: KnownDevices }

/** The services about addresses, passwords and Google: they share the mails with codes, and what proves an account. */
export async function createCredentialServices(options: CredentialOptions) {
  const codeMails = await createCodeMailService(options)
  const prove = createAccountProof(options)
  return {
    verifications: createEmailVerificationService({ ...options, codeMails, prove }),
    emailChanges: await createEmailChangeService({ ...options, prove }),
    resets: createPasswordResetService({ ...options, codeMails }),
    joins: createGoogleJoinService(options),
  }
}
