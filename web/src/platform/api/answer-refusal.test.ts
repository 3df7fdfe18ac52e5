import { expect, test } from 'vitest'

import { parseRefusal } from './answer-refusal.ts'

test.each([
  [{ code: 'FILE_TOO_LARGE' }, 'FILE_TOO_LARGE', undefined],
  [{ code: 'EMAIL_TAKEN', data: { field: 'email' } }, 'EMAIL_TAKEN', 'email'],
  [{ code: 'EMAIL_TAKEN', data: { field: 7 } }, 'EMAIL_TAKEN', undefined],
  [{ code: 'EMAIL_TAKEN', data: null }, 'EMAIL_TAKEN', undefined],
])('reads %j as a refusal', (body, code, field) => {
  expect(parseRefusal(body)).toMatchObject({ name: 'Refusal', code, field })
})

test.each([null, undefined, 'Bad gateway', 7, [[]], {}, { code: 'UNEXPECTED' }, { code: 'toString' }, { code: 429 }])(
  'reads no refusal from %j',
  (body) => {
    expect(parseRefusal(body)).toBeNull()
  },
)
