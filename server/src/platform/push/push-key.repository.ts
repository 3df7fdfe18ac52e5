import { eq } from 'drizzle-orm'

import { pushKeys } from '../../tables/notifications.ts'
import type { Executor } from '../database/database.ts'

export interface StoredKeys {
  publicKey: string
  sealedPrivateKey: string
}

export async function findStoredKeys(db: Executor): Promise<StoredKeys | undefined> {
  const [row] = await db
    .select({ publicKey: pushKeys.publicKey, sealedPrivateKey: pushKeys.privateKey })
    .from(pushKeys)
    .limit(1)
  return row
}

/** Stores new keys, unless a faster server has already stored keys. */
export async function insertKeysIfMissing(db: Executor, { publicKey, sealedPrivateKey }: StoredKeys): Promise<void> {
  await db.insert(pushKeys).values({ publicKey, privateKey: sealedPrivateKey }).onConflictDoNothing()
}

/** Stores the newly encrypted key, unless a faster server has already stored one. */
export async function updateSealedKey(db: Executor, { sealedPrivateKey }: StoredKeys, seal: string): Promise<void> {
  await db.update(pushKeys).set({ privateKey: seal }).where(eq(pushKeys.privateKey, sealedPrivateKey))
}
