import { isEmailChangeCode } from '@kundig/contract/auth/credentials'

import { implementation, requireViewer } from '../../../implementation.ts'
import type { AuthLimits } from '../auth.limits.ts'
import type { KnownDevices } from '../devices/known-devices.service.ts'
import type { EmailChangeService } from '../email/email-change.service.ts'
import type { EmailVerificationService } from '../email/email-verification.service.ts'
import type { SignInCodeService } from '../sign-in-codes/sign-in-code.service.ts'
import { findCommonDigests, requireUncommonPassword } from './common-passwords.ts'
import type { PasswordResetService } from './password-reset.service.ts'

const DONE = { ok: true } as const

export function createPasswordProcedures({
  resets,
  verifications,
  emailChanges,
  codes,
  limits,
  knownDevices,
}: {
  resets: PasswordResetService
  verifications: EmailVerificationService
  emailChanges: EmailChangeService
  codes: SignInCodeService
  limits: AuthLimits
  knownDevices: KnownDevices
}) {
  const { auth } = implementation
  const chooseService = (code: string) => (isEmailChangeCode(code) ? emailChanges : verifications)
  return {
    requestSignInCode: auth.requestSignInCode.handler(async ({ input: { email }, context }) => {
      const known = await knownDevices.find(context.cookies, email)
      await limits.signInCodeRequest(context.clientAddress, email, known)
      await codes.request(email, context.language)
      return DONE
    }),

    requestReset: auth.requestReset.handler(async ({ input, context }) => {
      await limits.resetRequest(context.clientAddress, input.email)
      await resets.request(input.email, context.language)
      return DONE
    }),

    verifyResetCode: auth.verifyResetCode.handler(async ({ input, context }) => {
      await limits.codeAttempt(context.clientAddress)
      return { ...DONE, email: await resets.verify(input.code) }
    }),

    confirmReset: auth.confirmReset.handler(async ({ input, context }) => {
      requireUncommonPassword(input.password, 'password')
      await limits.codeAttempt(context.clientAddress)
      const email = await resets.confirm(input.code, input.password, context.language)
      // The reset proves the mailbox, so from now on strangers' failures do not lock the owner out in this browser.
      await knownDevices.remember(context.cookies, email, context.language)
      return DONE
    }),

    commonPasswords: auth.commonPasswords.handler(async ({ input, context }) => {
      await limits.commonPasswords(context.clientAddress)
      return { digests: [...findCommonDigests(input.prefix)] }
    }),

    requestVerification: auth.requestVerification.handler(async ({ context }) => {
      const { email } = requireViewer(context)
      await limits.verificationRequest(context.clientAddress, email)
      await verifications.request(email, context.language)
      return DONE
    }),

    checkVerification: auth.checkVerification.handler(async ({ input: { code }, context }) => {
      await limits.codeAttempt(context.clientAddress)
      const { userId, email, isConfirmed } = await chooseService(code).check(code)
      return { email, is_confirmed: isConfirmed, is_own: context.viewer?.userId === userId }
    }),

    verifyEmail: auth.verifyEmail.handler(async ({ input: { code, password }, context }) => {
      await limits.codeAttempt(context.clientAddress)
      await chooseService(code).confirm(code, { ...context, password })
      return DONE
    }),

    disownEmail: auth.disownEmail.handler(async ({ input: { code }, context }) => {
      await limits.codeAttempt(context.clientAddress)
      await chooseService(code).disown(code)
      return DONE
    }),

    requestEmailChange: auth.requestEmailChange.handler(async ({ input, context }) => {
      const { email, current_password: currentPassword } = input
      await emailChanges.request(requireViewer(context), { email, currentPassword }, context)
      return DONE
    }),
  }
}
