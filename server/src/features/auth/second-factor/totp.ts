import { timingSafeEqual } from 'node:crypto'

import { createOTP } from '@better-auth/utils/otp'

const STEP_MS = 30_000
/** A code is also valid one step earlier and later, because clocks differ and people type slowly. */
const STEPS_BESIDE = [-1, 0, 1]

export async function findTimeStep(key: string, code: string, now = Date.now()): Promise<number | null> {
  const present = Math.floor(now / STEP_MS)
  let found: number | null = null
  for (const beside of STEPS_BESIDE) {
    const right = Buffer.from(await createOTP(key).hotp(present + beside))
    const typed = Buffer.from(code)
    if (typed.length === right.length && timingSafeEqual(typed, right)) found = present + beside
  }
  return found
}
