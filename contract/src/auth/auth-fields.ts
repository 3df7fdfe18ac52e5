import { RAW_LIMITS } from '../raw-limits.ts'
import { rawText, textField } from '../schemas.ts'
import { checkEmail, checkNewPassword, normaliseEmail } from './credentials.ts'
import { normaliseFactorCode } from './second-factor.ts'

export const emailField = textField(checkEmail, normaliseEmail, { rawMax: RAW_LIMITS.email, tooLong: 'EMAIL_INVALID' })
export const newPassword = textField(checkNewPassword, (password) => password, {
  rawMax: RAW_LIMITS.password,
  tooLong: 'PASSWORD_TOO_LONG',
})
/** Existing password, which may exceed the rules for a new one. */
export const currentPassword = rawText(1000).min(1, { error: 'FIELD_REQUIRED' })
/** Six digits from an app or a mail, or a recovery code. Spaces, dashes and case are ignored. */
export const typedCode = rawText(100).min(1, { error: 'FIELD_REQUIRED' }).transform(normaliseFactorCode)
