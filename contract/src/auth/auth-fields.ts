import { RAW_LIMITS } from '../raw-limits.ts'
import { createRawTextSchema, createTextField } from '../schemas.ts'
import { checkEmail, checkNewPassword, normaliseEmail } from './credentials.ts'
import { normaliseFactorCode } from './second-factor.ts'

export const emailField = createTextField(checkEmail, normaliseEmail, {
  rawMax: RAW_LIMITS.email,
  tooLong: 'EMAIL_INVALID',
})
export const newPassword = createTextField(checkNewPassword, (password) => password, {
  rawMax: RAW_LIMITS.password,
  tooLong: 'PASSWORD_TOO_LONG',
})
/** Existing password, which may break the rules for new passwords. */
export const currentPassword = createRawTextSchema(1000).min(1, { error: 'FIELD_REQUIRED' })
/** Six digits from an app or a mail, or a recovery code. Spaces, dashes and case are ignored. */
export const typedCode = createRawTextSchema(100).min(1, { error: 'FIELD_REQUIRED' }).transform(normaliseFactorCode)
