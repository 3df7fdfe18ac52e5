import { expect, it } from 'vitest'

import { checkWaitingListForm, type WaitingListForm } from './waiting-list-rules.ts'

const complete: WaitingListForm = { full_name: 'Zoë', email: 'zoe@example.com', category: 'education', consent: true }

it('accepts a complete form', () => {
  expect(checkWaitingListForm(complete)).toBe(null)
})

// Each row fixes the previous row's error: the form reports its first error, in field order.
// spec 5.15, 5.29, 5.33
it.each([
  [{ full_name: '', email: '', category: '', consent: false }, 'full_name', 'NAME_REQUIRED'],
  [{ full_name: 'R2D2', email: '', category: '', consent: false }, 'full_name', 'WAITING_NAME_INVALID'],
  [{ full_name: 'Sаnne', email: '', category: '', consent: false }, 'full_name', 'NAME_SCRIPTS_MIXED'],
  [{ full_name: 'x'.repeat(101), email: '', category: '', consent: false }, 'full_name', 'NAME_TOO_LONG'],
  [{ full_name: 'Zoë', email: '', category: '', consent: false }, 'email', 'EMAIL_REQUIRED'],
  [{ full_name: 'Zoë', email: 'zoe', category: '', consent: false }, 'email', 'EMAIL_INVALID'],
  [{ full_name: 'Zoë', email: 'zoe@example.com', category: '', consent: false }, 'category', 'CATEGORY_REQUIRED'],
  [
    { full_name: 'Zoë', email: 'zoe@example.com', category: 'education', consent: false },
    'consent',
    'CONSENT_REQUIRED',
  ],
])('the first error of %j is in the field %s: %s', (form, field, code) => {
  expect(checkWaitingListForm(form)).toEqual({ field, code })
})
