import type { Database } from '../database/database.ts'
import type { Logger } from '../logging/logger.ts'
import type { Secrets } from '../secrets.ts'
import { GuardedPost, type Resolve } from './guarded-post.ts'
import { findStoredKeys, insertKeysIfMissing, updateSealedKey } from './push-key.repository.ts'
import { PushSender } from './push-sender.ts'
import { createVapidKeys, unsealPrivateKey, sealPrivateKey, type VapidKeys } from './vapid.ts'

export interface PushSettings {
  /** Reachable `mailto:` or `https:` contact for push services. */
  subject: string
  /** Null means that keys are created once, and stored encrypted in the database. */
  keys: VapidKeys | null
  /** Origin of the tests' push service, which may be on this machine. */
  testOrigin?: string | undefined
  resolve?: Resolve | undefined
}

/** Creates the push sender. Returns null when no secret decrypts the stored keys. */
export async function createPushSender(
  { subject, keys: given, testOrigin, resolve }: PushSettings,
  { db, secrets, logger }: { db: Database; secrets: Secrets; logger: Logger },
): Promise<PushSender | null> {
  const keys = given ?? (await findOrCreateKeys(db, secrets))
  if (keys === null) {
    logger.error(
      'pushes are off: push_keys was sealed with another AUTH_SECRET. Restore that secret, add it to the list, or empty ' +
        'the table: then every browser has to subscribe again',
    )
    return null
  }
  return new PushSender({ keys, subject, guarded: new GuardedPost({ allowedOrigin: testOrigin, resolve }) })
}

/** Reads the stored keys, which the first server creates. Null when no secret decrypts them. */
async function findOrCreateKeys(db: Database, secrets: Secrets): Promise<VapidKeys | null> {
  let stored = await findStoredKeys(db)
  if (!stored) {
    const made = createVapidKeys()
    await insertKeysIfMissing(db, { publicKey: made.publicKey, sealedPrivateKey: sealPrivateKey(made, secrets[0]) })
    stored = await findStoredKeys(db)
  }
  if (!stored) return null
  const { publicKey, sealedPrivateKey } = stored
  for (const secret of secrets) {
    const privateKey = unsealPrivateKey(publicKey, sealedPrivateKey, secret)
    if (privateKey === null) continue
    // The key is encrypted again with the first secret, so that operators can remove older secrets.
    if (secret !== secrets[0]) await updateSealedKey(db, stored, sealPrivateKey({ publicKey, privateKey }, secrets[0]))
    return { publicKey, privateKey }
  }
  return null
}
