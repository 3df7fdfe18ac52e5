import { and, eq, gt, lt, lte, sql } from 'drizzle-orm'

import { SIGN_IN_CODE } from '@kundig/contract/auth/sign-in-code'

import type { Executor } from '../../../platform/database/database.ts'
import { signInCodes } from '../../../tables/auth.ts'

/** Keyed hashes of an address and its code. */
export interface HashedCode {
  addressHash: string
  codeHash: string
}

export async function saveSignInCode(db: Executor, hashed: HashedCode, expiresAt: Date): Promise<void> {
  const fresh = { codeHash: hashed.codeHash, tries: 0, expiresAt }
  await db
    .insert(signInCodes)
    .values({ addressHash: hashed.addressHash, ...fresh })
    .onConflictDoUpdate({ target: signInCodes.addressHash, set: fresh })
}

/**
 * Counts a try before the code is compared, so that a parallel burst has the same limit.
 * @returns true for exactly one caller with the right code in time
 */
export async function consumeSignInCode(db: Executor, { addressHash, codeHash }: HashedCode): Promise<boolean> {
  const [tried] = await db
    .update(signInCodes)
    .set({ tries: sql`${signInCodes.tries} + 1` })
    .where(
      and(
        eq(signInCodes.addressHash, addressHash),
        lt(signInCodes.tries, SIGN_IN_CODE.triesMax),
        gt(signInCodes.expiresAt, new Date()),
      ),
    )
    .returning({ codeHash: signInCodes.codeHash })
  if (tried?.codeHash !== codeHash) return false
  const taken = await db
    .delete(signInCodes)
    .where(and(eq(signInCodes.addressHash, addressHash), eq(signInCodes.codeHash, codeHash)))
    .returning({ addressHash: signInCodes.addressHash })
  return taken.length > 0
}

export async function deleteExpiredSignInCodes(db: Executor): Promise<void> {
  await db.delete(signInCodes).where(lte(signInCodes.expiresAt, new Date()))
}
