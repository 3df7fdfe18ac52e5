import { createOTP } from '@better-auth/utils/otp'
import { expect, it } from 'vitest'

import { findTimeStep } from './totp.ts'

const KEY = '12345678901234567890'
const at = (seconds: number, code: string) => findTimeStep(KEY, code, seconds * 1000)

it('accepts the codes of RFC 6238 for the current time step and the steps before and after', async () => {
  // The RFC's codes have eight digits. Our codes are the last six digits of these.
  expect(await at(59, '287082')).toBe(1)
  expect(await at(1_111_111_109, '081804')).toBe(37_037_036)
  const code = await createOTP(KEY).hotp(100)
  expect(await at(2969, code)).toBeNull()
  expect([await at(2970, code), await at(3029, code), await at(3059, code)]).toEqual([100, 100, 100])
  expect(await at(3060, code)).toBeNull()
})

it('refuses codes of another length or with other characters than digits', async () => {
  for (const code of ['', '28708', '2870820', '28708x', 'abcdefgh23', '２８７０８２']) {
    expect(await at(59, code)).toBeNull()
  }
})
