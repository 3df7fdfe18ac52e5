import { oc } from '@orpc/contract'
import { z } from 'zod'

import { declareErrors } from '../errors/declared-errors.ts'
import { OPERATOR_ROLES } from '../operations/operator-roles.ts'
import { id, instant, createRawTextSchema } from '../schemas.ts'
import { currentPassword, emailField, newPassword, typedCode } from './auth-fields.ts'
import { DIGEST_PREFIX_LENGTH } from './common-passwords.ts'

const session = z.object({
  user: z.object({
    id,
    email: z.string(),
    email_verified: z.boolean(),
    has_password: z.boolean(),
    /** Name from Google that is valid for a profile; empty without such a name. */
    suggested_name: z.string(),
  }),
  session_id: id,
  /** True when the person has a profile, which most screens require (spec 2, guarded route). */
  has_profile: z.boolean(),
  expires_at: instant,
  /** Operator role; omitted for everyone else. */
  role: z.enum(OPERATOR_ROLES).optional(),
  /** Terms that the person has not accepted. From `gate_at` on, writing requires acceptance. */
  terms: z.object({ version: z.number().int(), gate_at: instant }).optional(),
})
export type Session = z.infer<typeof session>

export const device = z.object({
  id,
  user_agent: z.string().nullable(),
  created_at: instant,
  /** Day of the last use. */
  updated_at: instant,
  is_current: z.boolean(),
})
export type Device = z.infer<typeof device>

const code = createRawTextSchema(200).min(1)
/** The code for a change of address is signed and contains the old and the new address. */
const confirmationCode = createRawTextSchema(2000).min(1)
const recoveryCodes = z.array(z.string())
const done = z.object({ ok: z.literal(true) })
const passwordErrors = [
  'PASSWORD_WEAK',
  'PASSWORD_TOO_SHORT',
  'PASSWORD_TOO_LONG',
  'PASSWORD_COMMON',
  'TEXT_INVALID',
  'FIELD_REQUIRED',
  'TOO_MANY_ATTEMPTS',
  'INVALID_INPUT',
] as const
const factorErrors = [
  'NO_SESSION',
  'SECOND_FACTOR_WRONG',
  'RECOVERY_CODE_WRONG',
  'SECOND_FACTOR_USED',
  'SECOND_FACTOR_OFF',
  'FIELD_REQUIRED',
  'TOO_MANY_ATTEMPTS',
  'INVALID_INPUT',
] as const
const ALIKE =
  'Response and duration are the same with and without an account. `Accept-Language` sets the language of the email.'
const password = ['Password']
const sessions = ['Session']
const secondFactor = ['Second factor']

export const authContract = {
  session: oc
    .route({
      method: 'GET',
      path: '/session',
      tags: ['Session'],
      summary: 'The current session',
      description: 'Null for a visitor. Signing up, in and out goes through `/api/auth`.',
    })
    .output(session.nullable()),

  acceptTerms: oc
    .route({
      method: 'POST',
      path: '/session/terms',
      tags: ['Session'],
      summary: 'Accept the terms',
      description: '`version` is the accepted one, from the page or from `terms` of the session.',
    })
    .input(z.strictObject({ version: z.int().min(1) }))
    .output(done)
    .errors(declareErrors('NO_SESSION', 'TERMS_NOT_CURRENT', 'INVALID_INPUT')),

  providers: oc
    .route({
      method: 'GET',
      path: '/sign-in-providers',
      tags: ['Session'],
      summary: 'Available sign-in providers',
      description: 'Google sign-in starts at `GET /api/auth/google/start`, in a window of its own.',
    })
    .output(
      z.object({
        google: z.boolean(),
        /** True when mail is shown at `/dev/mail` instead of sent (embedded mode). */
        dev_mail: z.boolean(),
      }),
    ),

  requestSignInCode: oc
    .route({
      method: 'POST',
      path: '/sign-in-code',
      tags: ['Session'],
      summary: 'Request a sign-in code by email',
      description: `Submit the code to \`POST /api/auth/sign-in/code\`. ${ALIKE}`,
    })
    .input(z.strictObject({ email: emailField }))
    .output(done)
    .errors(declareErrors('FIELD_REQUIRED', 'EMAIL_INVALID', 'TOO_MANY_ATTEMPTS', 'INVALID_INPUT')),

  requestReset: oc
    .route({
      method: 'POST',
      path: '/password-reset',
      tags: password,
      summary: 'Request a password reset email',
      description: ALIKE,
    })
    .input(z.strictObject({ email: emailField }))
    .output(done)
    .errors(declareErrors('FIELD_REQUIRED', 'EMAIL_INVALID', 'TOO_MANY_ATTEMPTS', 'INVALID_INPUT')),

  verifyResetCode: oc
    .route({
      method: 'POST',
      path: '/password-reset/verify',
      tags: password,
      summary: 'Check a reset code without using it',
    })
    .input(z.strictObject({ code }))
    .output(
      done.extend({
        email: z
          .string()
          .optional()
          .describe('email address of the account; missing from servers of an earlier release'),
      }),
    )
    .errors(declareErrors('RESET_CODE_INVALID', 'TOO_MANY_ATTEMPTS', 'INVALID_INPUT')),

  confirmReset: oc
    .route({
      method: 'POST',
      path: '/password-reset/confirm',
      tags: password,
      summary: 'Set a new password with a reset code',
      description: 'A code works once, within an hour. Ends all sessions and live connections of the account.',
    })
    .input(z.strictObject({ code, password: newPassword }))
    .output(done)
    .errors(declareErrors('RESET_CODE_INVALID', ...passwordErrors)),

  changePassword: oc
    .route({
      method: 'POST',
      path: '/password',
      tags: password,
      summary: 'Change your password and end all other sessions',
    })
    .input(z.strictObject({ current_password: currentPassword, new_password: newPassword }))
    .output(done)
    .errors(declareErrors('NO_SESSION', 'WRONG_PASSWORD', 'NO_PASSWORD', ...passwordErrors)),

  commonPasswords: oc
    .route({
      method: 'GET',
      path: '/common-passwords/{prefix}',
      tags: password,
      summary: 'Common passwords by digest prefix',
      description:
        `A digest is the SHA-256 of a password in lower case; the prefix is its first ${DIGEST_PREFIX_LENGTH} ` +
        'hexadecimal digits. The response has the remaining ones, so the password itself is not sent.',
    })
    .input(
      z.strictObject({
        prefix: z
          .string()
          .max(DIGEST_PREFIX_LENGTH)
          .regex(/^[0-9a-f]{3}$/u),
      }),
    )
    .output(z.object({ digests: z.array(z.string()) }))
    .errors(declareErrors('TOO_MANY_ATTEMPTS', 'INVALID_INPUT')),

  requestVerification: oc
    .route({
      method: 'POST',
      path: '/email-verification',
      tags: ['Session'],
      summary: 'Resend the confirmation email',
    })
    .output(done)
    .errors(declareErrors('NO_SESSION', 'TOO_MANY_ATTEMPTS')),

  requestEmailChange: oc
    .route({
      method: 'POST',
      path: '/email-change',
      tags: ['Session'],
      summary: 'Change your email address',
      description:
        'Emails a link that replaces the current address. The response is the same with and without an account.',
    })
    .input(z.strictObject({ email: emailField, current_password: currentPassword }))
    .output(done)
    .errors(
      declareErrors(
        'NO_SESSION',
        'WRONG_PASSWORD',
        'NO_PASSWORD',
        'EMAIL_UNCHANGED',
        'EMAIL_INVALID',
        'FIELD_REQUIRED',
        'TOO_MANY_ATTEMPTS',
        'INVALID_INPUT',
      ),
    ),

  checkVerification: oc
    .route({
      method: 'POST',
      path: '/email-verification/check',
      tags: ['Session'],
      summary: 'Check a confirmation code without using it',
    })
    .input(z.strictObject({ code: confirmationCode }))
    .output(
      z.object({
        email: z.string(),
        is_confirmed: z.boolean(),
        /** True when the caller is logged in to the account to which the code belongs. */
        is_own: z.boolean(),
      }),
    )
    .errors(declareErrors('VERIFICATION_CODE_INVALID', 'TOO_MANY_ATTEMPTS', 'INVALID_INPUT')),

  verifyEmail: oc
    .route({
      method: 'POST',
      path: '/email-verification/confirm',
      tags: ['Session'],
      summary: "Confirm an email address with its code, and a session or the account's password",
      description: 'The code of a requested new address changes the account to that address.',
    })
    .input(z.strictObject({ code: confirmationCode, password: currentPassword.optional() }))
    .output(done)
    .errors(
      declareErrors(
        'VERIFICATION_CODE_INVALID',
        'PASSWORD_NEEDED',
        'WRONG_PASSWORD',
        'NO_PASSWORD',
        'FIELD_REQUIRED',
        'TOO_MANY_ATTEMPTS',
        'INVALID_INPUT',
      ),
    ),

  disownEmail: oc
    .route({
      method: 'POST',
      path: '/email-verification/reject',
      tags: ['Session'],
      summary: 'Reject an account that someone else created with your email address',
      description:
        'Closes an account whose address was never confirmed, and releases the address. The code of a requested ' +
        'new address only cancels that change.',
    })
    .input(z.strictObject({ code: confirmationCode }))
    .output(done)
    .errors(declareErrors('VERIFICATION_CODE_INVALID', 'TOO_MANY_ATTEMPTS', 'INVALID_INPUT')),

  devices: oc
    .route({ method: 'GET', path: '/sessions', tags: sessions, summary: 'Your sessions, newest first' })
    .output(z.object({ items: z.array(device) }))
    .errors(declareErrors('NO_SESSION')),

  endSession: oc
    .route({ method: 'DELETE', path: '/sessions/{id}', tags: sessions, summary: 'End one session' })
    .input(z.strictObject({ id }))
    .output(done)
    .errors(declareErrors('NO_SESSION', 'SESSION_NOT_FOUND', 'INVALID_INPUT')),

  endOtherSessions: oc
    .route({ method: 'POST', path: '/sessions/revoke-others', tags: sessions, summary: 'End all other sessions' })
    .output(done)
    .errors(declareErrors('NO_SESSION')),

  endAllSessions: oc
    .route({
      method: 'POST',
      path: '/sessions/revoke-all',
      tags: sessions,
      summary: 'End all sessions, including this one',
    })
    .output(done)
    .errors(declareErrors('NO_SESSION')),

  secondFactor: oc
    .route({ method: 'GET', path: '/second-factor', tags: secondFactor, summary: 'Your second factor' })
    .output(z.object({ is_on: z.boolean(), recovery_codes_left: z.number().int() }))
    .errors(declareErrors('NO_SESSION')),

  secondFactorAsked: oc
    .route({
      method: 'GET',
      path: '/second-factor/challenge',
      tags: secondFactor,
      summary: 'Pending second factor or restriction of this session',
      description: 'A session without its second factor has no access, and ends after ten minutes.',
    })
    .output(
      z.object({
        is_asked: z.boolean(),
        // Only for restricted accounts. GET /api/statements returns the reasons.
        restriction: z.object({ state: z.enum(['suspended', 'banned']), until: instant.nullable() }).optional(),
      }),
    ),

  giveSecondFactor: oc
    .route({
      method: 'POST',
      path: '/second-factor/verify',
      tags: secondFactor,
      summary: 'Verify a second factor for this session',
      description: 'An app code and a recovery code each work once.',
    })
    .input(z.strictObject({ code: typedCode }))
    .output(done)
    .errors(declareErrors(...factorErrors)),

  beginSecondFactor: oc
    .route({
      method: 'POST',
      path: '/second-factor/setup',
      tags: secondFactor,
      summary: 'Create a key for an authenticator app, with recovery codes',
      description:
        'Takes effect with the first verified code. Repeating replaces key and codes. Requires the password, if set.',
    })
    .input(z.strictObject({ current_password: currentPassword.optional() }))
    .output(z.object({ uri: z.string(), key: z.string(), recovery_codes: recoveryCodes }))
    .errors(
      declareErrors(
        'NO_SESSION',
        'EMAIL_UNCONFIRMED',
        'SECOND_FACTOR_ON',
        'WRONG_PASSWORD',
        'FIELD_REQUIRED',
        'TOO_MANY_ATTEMPTS',
        'INVALID_INPUT',
      ),
    ),

  turnOnSecondFactor: oc
    .route({
      method: 'POST',
      path: '/second-factor/enable',
      tags: secondFactor,
      summary: 'Enable the second factor with a first code, and end all other sessions',
    })
    .input(z.strictObject({ code: typedCode }))
    .output(done)
    .errors(declareErrors(...factorErrors, 'SECOND_FACTOR_ON')),

  turnOffSecondFactor: oc
    .route({
      method: 'POST',
      path: '/second-factor/disable',
      tags: secondFactor,
      summary: 'Disable the second factor with a code (and the password, if set), and end all other sessions',
    })
    .input(z.strictObject({ code: typedCode, current_password: currentPassword.optional() }))
    .output(done)
    .errors(declareErrors(...factorErrors, 'WRONG_PASSWORD')),

  renewRecoveryCodes: oc
    .route({
      method: 'POST',
      path: '/second-factor/recovery-codes',
      tags: secondFactor,
      summary: 'Replace the recovery codes; requires the password, or a code if none is set',
    })
    .input(z.strictObject({ code: typedCode.optional(), current_password: currentPassword.optional() }))
    .output(z.object({ recovery_codes: recoveryCodes }))
    .errors(declareErrors(...factorErrors, 'WRONG_PASSWORD')),
}
