import { checkEmail } from '../auth/credentials.ts'
import type { ErrorCode } from '../errors.ts'
import { checkFullName } from '../profiles/profile-rules.ts'

/** Checks a field of the waiting list (spec 5). */
export function checkWaitingListName(name: string): ErrorCode | null {
  const code = checkFullName(name)
  return code === 'NAME_INVALID' ? 'WAITING_NAME_INVALID' : code
}

/** Checks a field of the waiting list (spec 5). */
export function checkWaitingListEmail(email: string): ErrorCode | null {
  const code = checkEmail(email)
  return code === 'FIELD_REQUIRED' ? 'EMAIL_REQUIRED' : code
}

export interface WaitingListForm {
  full_name: string
  email: string
  category: string
  consent: boolean
}

/** Returns the form's first error and its field, in the specification's order (spec 5, waiting list). */
export function checkWaitingListForm(form: WaitingListForm): { field: keyof WaitingListForm; code: ErrorCode } | null {
  const name = checkWaitingListName(form.full_name)
  if (name) return { field: 'full_name', code: name }
  const email = checkWaitingListEmail(form.email)
  if (email) return { field: 'email', code: email }
  if (form.category === '') return { field: 'category', code: 'CATEGORY_REQUIRED' }
  return form.consent ? null : { field: 'consent', code: 'CONSENT_REQUIRED' }
}
