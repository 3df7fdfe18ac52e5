import type { KnownDevices } from './devices/known-devices.service.ts'
import { createAccountProof } from './email/account-proof.ts'
import { type CodeMailOptions, createCodeMailService } from './email/code-mail.service.ts'
import { EmailChangeService, type EmailChangeOptions } from './email/email-change.service.ts'
import { EmailVerificationService, type EmailVerificationOptions } from './email/email-verification.service.ts'
import { GoogleJoinService, type GoogleJoinOptions } from './google/google-join.service.ts'
import { PasswordResetService, type PasswordResetOptions } from './passwords/password-reset.service.ts'
import { SignInCodeService, type SignInCodeOptions } from './sign-in-codes/sign-in-code.service.ts'

type CredentialOptions = SignInCodeOptions &
  CodeMailOptions &
  Omit<EmailVerificationOptions, 'codeMails' | 'prove'> &
  Omit<EmailChangeOptions, 'prove'> &
  Omit<PasswordResetOptions, 'codeMails'> &
  GoogleJoinOptions & { knownDevices: KnownDevices }

export async function createCredentialServices(options: CredentialOptions) {
  const codeMails = await createCodeMailService(options)
  const prove = createAccountProof(options)
  return {
    verifications: new EmailVerificationService({ ...options, codeMails, prove }),
    emailChanges: await EmailChangeService.open({ ...options, prove }),
    resets: new PasswordResetService({ ...options, codeMails }),
    joins: new GoogleJoinService(options),
    codes: await SignInCodeService.open(options),
  }
}
