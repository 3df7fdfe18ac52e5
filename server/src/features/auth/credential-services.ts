import type { KnownDevices } from './devices/known-devices.service.ts'
import { createAccountProof } from './email/account-proof.ts'
import { type CodeMailOptions, createCodeMailService } from './email/code-mail.service.ts'
import { createEmailChangeService, type EmailChangeOptions } from './email/email-change.service.ts'
import { createEmailVerificationService, type EmailVerificationOptions } from './email/email-verification.service.ts'
import { createGoogleJoinService, type GoogleJoinOptions } from './google/google-join.service.ts'
import { createPasswordResetService, type PasswordResetOptions } from './passwords/password-reset.service.ts'
import { createSignInCodeService, type SignInCodeOptions } from './sign-in-codes/sign-in-code.service.ts'

type CredentialOptions = SignInCodeOptions &
  CodeMailOptions &
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
    codes: await createSignInCodeService(options),
  }
}
