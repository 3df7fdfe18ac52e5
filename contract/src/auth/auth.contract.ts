import { oc } from '@orpc/contract'
import { z } from 'zod'

import { errors } from '../errors/declared-errors.ts'
import { OPERATOR_ROLES } from '../operations/operator-roles.ts'
import { id, instant, rawText } from '../schemas.ts'
import { currentPassword, emailField, newPassword, typedCode } from './auth-fields.ts'
import { DIGEST_PREFIX_LENGTH } from './common-passwords.ts'

const session = z.object({
  user: z.object({
    id,
    email: z.string(),
    email_verified: z.boolean(),
    has_password: z.boolean(),
    /** Name from Google, valid for a profile; empty without one. */
    suggested_name: z.string(),
  }),
  /** Id of this session. */
  session_id: id,
  /** True when the profile that most screens require exists (spec 2, guarded route). */
  has_profile: z.boolean(),
  expires_at: instant,
  /** Operator role; omitted for everyone else. */
  role: z.enum(OPERATOR_ROLES).optional(),
  /** Terms that the person has not accepted, and the time from which they cannot write without accepting them. */
  terms: z.object({ version: z.number().int(), gate_at: instant }).optional(),
})
export type Session = z.infer<typeof session>

/** Browser with a session of the person. */
export const device = z.object({
  id,
  /** User agent at login; null without one. */
  user_agent: z.string().nullable(),
  created_at: instant,
  /** Last use, to the day. */
  updated_at: instant,
  is_current: z.boolean(),
})
export type Device = z.infer<typeof device>

const code = rawText(200).min(1)
/** A code that changes the address is signed and contains old and new address. */
const confirmationCode = rawText(2000).min(1)
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
const password = ['Password']
const sessions = ['Session']
const secondFactor = ['Second factor']

export const authContract = {
  session: oc
    .route({
      method: 'GET',
      path: '/session',
      tags: ['Session'],
      summary: 'Who is logged in',
      description: 'Null for a visitor. Signing up, in and out goes through `/api/auth`.',
    })
    .output(session.nullable()),

  acceptTerms: oc
    .route({
      method: 'POST',
      path: '/session/terms',
      tags: ['Session'],
      summary: 'Accept the terms',
      description: '`version` is the one that was read: that of the page, or of `terms` of the session.',
    })
    .input(z.strictObject({ version: z.int().min(1) }))
    .output(done)
    .errors(errors('NO_SESSION', 'TERMS_NOT_CURRENT', 'INVALID_INPUT')),

  providers: oc
    .route({
      method: 'GET',
      path: '/sign-in-providers',
      tags: ['Session'],
      summary: 'Which other ways of signing in there are',
      description: 'Signing in with Google begins at `GET /api/auth/google/start`, in a window of its own.',
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
      summary: 'Ask for a code by mail that signs in',
      description:
        'Answers alike, and as fast, whether or not the address has an account. `POST /api/auth/sign-in/code` takes the code. The mail is in the language of `Accept-Language`.',
    })
    .input(z.strictObject({ email: emailField }))
    .output(done)
    .errors(errors('FIELD_REQUIRED', 'EMAIL_INVALID', 'TOO_MANY_ATTEMPTS', 'INVALID_INPUT')),

  requestReset: oc
    .route({
      method: 'POST',
      path: '/password-reset',
      tags: password,
      summary: 'Ask for a reset link by mail',
      description:
        'Answers alike, and as fast, whether or not the address has an account. The mail is in the language of `Accept-Language`.',
    })
    .input(z.strictObject({ email: emailField }))
    .output(done)
    .errors(errors('FIELD_REQUIRED', 'EMAIL_INVALID', 'TOO_MANY_ATTEMPTS', 'INVALID_INPUT')),

  verifyResetCode: oc
    .route({
      method: 'POST',
      path: '/password-reset/verify',
      tags: password,
      summary: 'Whether a reset code is good, and for which account; it is not used up',
    })
    .input(z.strictObject({ code }))
    .output(
      done.extend({
        email: z
          .string()
          .optional()
          .describe('the address of the account; a server of an earlier release leaves it out'),
      }),
    )
    .errors(errors('RESET_CODE_INVALID', 'TOO_MANY_ATTEMPTS', 'INVALID_INPUT')),

  confirmReset: oc
    .route({
      method: 'POST',
      path: '/password-reset/confirm',
      tags: password,
      summary: 'Set a new password with a reset code',
      description:
        'A code is good once, for an hour. Every session of the account ends, and its live connections with it.',
    })
    .input(z.strictObject({ code, password: newPassword }))
    .output(done)
    .errors(errors('RESET_CODE_INVALID', ...passwordErrors)),

  changePassword: oc
    .route({
      method: 'POST',
      path: '/password',
      tags: password,
      summary: 'Change your password; every other session ends',
    })
    .input(z.strictObject({ current_password: currentPassword, new_password: newPassword }))
    .output(done)
    .errors(errors('NO_SESSION', 'WRONG_PASSWORD', 'NO_PASSWORD', ...passwordErrors)),

  commonPasswords: oc
    .route({
      method: 'GET',
      path: '/common-passwords/{prefix}',
      tags: password,
      summary: 'Common passwords whose digest begins so',
      description:
        `The digest is the SHA-256 of a password in lower case, the prefix its first ${DIGEST_PREFIX_LENGTH} ` +
        'hexadecimal digits; the answer holds what follows them. So a password can be looked up without telling it.',
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
    .errors(errors('TOO_MANY_ATTEMPTS', 'INVALID_INPUT')),

  requestVerification: oc
    .route({
      method: 'POST',
      path: '/email-verification',
      tags: ['Session'],
      summary: 'Ask for the confirmation mail again',
    })
    .output(done)
    .errors(errors('NO_SESSION', 'TOO_MANY_ATTEMPTS')),

  requestEmailChange: oc
    .route({
      method: 'POST',
      path: '/email-change',
      tags: ['Session'],
      summary: 'Ask for another email address',
      description:
        'A link is mailed to it; the address changes once that is used. Answers alike whether or not it has an account.',
    })
    .input(z.strictObject({ email: emailField, current_password: currentPassword }))
    .output(done)
    .errors(
      errors(
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
      summary: 'What the code of a confirmation mail is about; it confirms nothing',
    })
    .input(z.strictObject({ code: confirmationCode }))
    .output(
      z.object({
        /** Address to confirm. */
        email: z.string(),
        is_confirmed: z.boolean(),
        /** True when the caller is logged in to the code's account. */
        is_own: z.boolean(),
      }),
    )
    .errors(errors('VERIFICATION_CODE_INVALID', 'TOO_MANY_ATTEMPTS', 'INVALID_INPUT')),

  verifyEmail: oc
    .route({
      method: 'POST',
      path: '/email-verification/confirm',
      tags: ['Session'],
      summary: 'Confirm an email address with the code from the mail, and a session or the password of its account',
      description: 'With the code of an address that was asked for instead, the account changes to that one.',
    })
    .input(z.strictObject({ code: confirmationCode, password: currentPassword.optional() }))
    .output(done)
    .errors(
      errors(
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
      summary: 'Say that somebody else gave an account your email address',
      description:
        'The account that was made with an address that was never confirmed is closed, and the address is free again. With the code of an address that was asked for instead, the account keeps the one it has.',
    })
    .input(z.strictObject({ code: confirmationCode }))
    .output(done)
    .errors(errors('VERIFICATION_CODE_INVALID', 'TOO_MANY_ATTEMPTS', 'INVALID_INPUT')),

  devices: oc
    .route({ method: 'GET', path: '/sessions', tags: sessions, summary: 'Where you are logged in, the latest first' })
    .output(z.object({ items: z.array(device) }))
    .errors(errors('NO_SESSION')),

  endSession: oc
    .route({ method: 'DELETE', path: '/sessions/{id}', tags: sessions, summary: 'Log one device out' })
    .input(z.strictObject({ id }))
    .output(done)
    .errors(errors('NO_SESSION', 'SESSION_NOT_FOUND', 'INVALID_INPUT')),

  endOtherSessions: oc
    .route({ method: 'POST', path: '/sessions/revoke-others', tags: sessions, summary: 'Log every other device out' })
    .output(done)
    .errors(errors('NO_SESSION')),

  endAllSessions: oc
    .route({
      method: 'POST',
      path: '/sessions/revoke-all',
      tags: sessions,
      summary: 'Log every device out, this one too',
    })
    .output(done)
    .errors(errors('NO_SESSION')),

  secondFactor: oc
    .route({ method: 'GET', path: '/second-factor', tags: secondFactor, summary: 'Whether you have a second factor' })
    .output(z.object({ is_on: z.boolean(), recovery_codes_left: z.number().int() }))
    .errors(errors('NO_SESSION')),

  secondFactorAsked: oc
    .route({
      method: 'GET',
      path: '/second-factor/challenge',
      tags: secondFactor,
      summary: 'Whether a log-in waits for the second factor, or is of somebody suspended or banned',
      description: 'Until it is given, the session of somebody who has one opens nothing. It waits for ten minutes.',
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
      summary: 'Give the second factor in this session, to be let in, or once more',
      description: 'A code of an app is good once; so is a recovery code.',
    })
    .input(z.strictObject({ code: typedCode }))
    .output(done)
    .errors(errors(...factorErrors)),

  beginSecondFactor: oc
    .route({
      method: 'POST',
      path: '/second-factor/setup',
      tags: secondFactor,
      summary: 'Get a key for an authenticator app, and recovery codes',
      description:
        'Nothing is asked for until it is turned on with a code. Beginning again replaces key and codes. The password is needed where there is one.',
    })
    .input(z.strictObject({ current_password: currentPassword.optional() }))
    .output(z.object({ uri: z.string(), key: z.string(), recovery_codes: recoveryCodes }))
    .errors(
      errors(
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
      summary: 'Turn the second factor on with a first code; every other session ends',
    })
    .input(z.strictObject({ code: typedCode }))
    .output(done)
    .errors(errors(...factorErrors, 'SECOND_FACTOR_ON')),

  turnOffSecondFactor: oc
    .route({
      method: 'POST',
      path: '/second-factor/disable',
      tags: secondFactor,
      summary: 'Turn the second factor off with a code, and the password where there is one; every other session ends',
    })
    .input(z.strictObject({ code: typedCode, current_password: currentPassword.optional() }))
    .output(done)
    .errors(errors(...factorErrors, 'WRONG_PASSWORD')),

  renewRecoveryCodes: oc
    .route({
      method: 'POST',
      path: '/second-factor/recovery-codes',
      tags: secondFactor,
      summary: 'Get new recovery codes instead of the old ones, with the password, or a code where there is none',
    })
    .input(z.strictObject({ code: typedCode.optional(), current_password: currentPassword.optional() }))
    .output(z.object({ recovery_codes: recoveryCodes }))
    .errors(errors(...factorErrors, 'WRONG_PASSWORD')),
}
