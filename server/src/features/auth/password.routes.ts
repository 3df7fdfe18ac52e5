import { implementation, requireViewer } from '../../implementation.ts'
import type { AttemptLimits } from './attempt-limits.ts'
import type { EmailVerificationService } from './email-verification.service.ts'
import type { KnownDevices } from './known-devices.service.ts'
import type { PasswordResetService } from './password-reset.service.ts'

const DONE = { ok: true } as const

/** Forgotten passwords, and the confirmation of email addresses. */
export function passwordProcedures({
  resets,
  verifications,
  limits,
  knownDevices,
}: {
  resets: PasswordResetService
  verifications: EmailVerificationService
  limits: AttemptLimits
  knownDevices: KnownDevices
}) {
  const { auth } = implementation
  return {
    requestReset: auth.requestReset.handler(async ({ input, context }) => {
      await limits.resetRequest(context.clientAddress, input.email)
      await resets.request(input.email, context.language)
      return DONE
    }),

    verifyResetCode: auth.verifyResetCode.handler(async ({ input, context }) => {
      await limits.codeAttempt(context.clientAddress)
      await resets.verify(input.code)
      return DONE
    }),

    confirmReset: auth.confirmReset.handler(async ({ input, context }) => {
      await limits.codeAttempt(context.clientAddress)
      const email = await resets.confirm(input.code, input.password)
      // The mailbox is proven: in this browser strangers' failures no longer keep the owner out.
      for (const cookie of await knownDevices.remember(context.cookieHeader, email)) context.setCookie(cookie)
      return DONE
    }),

    requestVerification: auth.requestVerification.handler(async ({ context }) => {
      const { email } = requireViewer(context)
      await limits.verificationRequest(context.clientAddress, email)
      await verifications.request(email, context.language)
      return DONE
    }),

    verifyEmail: auth.verifyEmail.handler(async ({ input, context }) => {
      await limits.codeAttempt(context.clientAddress)
      await verifications.verify(input.code)
      return DONE
    }),
  }
}
