import type { Database } from '../database/database.ts'
import type { Logger } from '../logging/logger.ts'
import { createGuardedPost, type Resolve } from './guarded-post.ts'
import { find, insertIfNone } from './push-key.repository.ts'
import { createPushSender, type PushSender } from './push-sender.ts'
import { createVapidKeys, openPrivateKey, sealPrivateKey, type VapidKeys } from './vapid.ts'

export interface PushSettings {
  /** Whom push services write to about this site: `mailto:` or `https:`, of a domain that they can reach. */
  subject: string
  /** Null: they are made once, and kept sealed in the database. */
  keys: VapidKeys | null
  /** A push service of tests, which may be on this machine. */
  testOrigin?: string | undefined
  /** Asks the name servers when left out. */
  resolve?: Resolve | undefined
}

/**
 * Makes what sends pushes.
 * @returns null where the keys in the database were sealed with another secret: nobody's pushes would arrive
 */
export async function openPush(
  { subject, keys: given, testOrigin, resolve }: PushSettings,
  { db, secret, logger }: { db: Database; secret: string; logger: Logger },
): Promise<PushSender | null> {
  const keys = given ?? (await storedKeys(db, secret))
  if (keys === null) {
    logger.error(
      'no pushes are sent: push_keys were sealed with another AUTH_SECRET. Set that one again, or empty the table: then ' +
        'browsers have to be subscribed anew',
    )
    return null
  }
  return createPushSender({ keys, subject, guarded: createGuardedPost({ allowedOrigin: testOrigin, resolve }) })
}

/** The keys of all servers, made by the first that needs them. */
async function storedKeys(db: Database, secret: string): Promise<VapidKeys | null> {
  let stored = await find(db)
  if (!stored) {
    const made = createVapidKeys()
    await insertIfNone(db, { publicKey: made.publicKey, sealedPrivateKey: sealPrivateKey(made, secret) })
    stored = await find(db)
  }
  if (!stored) return null
  const { publicKey, sealedPrivateKey } = stored
  const privateKey = openPrivateKey(publicKey, sealedPrivateKey, secret)
  return privateKey === null ? null : { publicKey, privateKey }
}
