import { RAW_LIMITS } from '../raw-limits.ts'
import { createTextField } from '../schemas.ts'
import { checkFullName, cleanName } from './profile-rules.ts'

export const fullNameField = createTextField(checkFullName, cleanName, {
  rawMax: RAW_LIMITS.name,
  tooLong: 'NAME_TOO_LONG',
})

export const NAME_ERRORS = [
  'NAME_REQUIRED',
  'NAME_INVALID',
  'NAME_INVISIBLE',
  'NAME_HEAPED_MARKS',
  'NAME_SCRIPTS_MIXED',
  'NAME_RESERVED',
  'NAME_TOO_LONG',
] as const
