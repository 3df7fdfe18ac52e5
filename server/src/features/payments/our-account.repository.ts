import { and, desc, eq, isNull, sql } from 'drizzle-orm'

import type { Executor } from '../../platform/database/database.ts'
import { stripeLinks, stripePlatforms } from '../../tables/payments.ts'
import type { OurAccount } from './our-account.ts'

export async function findByKey(db: Executor, keyDigest: string): Promise<OurAccount | null> {
  const [row] = await db
    .select({ id: stripePlatforms.stripeAccount, livemode: stripePlatforms.livemode })
    .from(stripePlatforms)
    .where(eq(stripePlatforms.keyDigest, keyDigest))
    .orderBy(desc(stripePlatforms.seenAt))
    .limit(1)
  return row ?? null
}

/** Stores the Stripe account of a key. The first account ever stored also becomes the account of old records. */
export async function saveAccount(db: Executor, keyDigest: string, { id, livemode }: OurAccount): Promise<void> {
  await db.execute(sql`
    INSERT INTO stripe_platforms (key_digest, stripe_account, livemode, adopts)
      SELECT ${keyDigest}, ${id}, ${livemode}, true WHERE NOT EXISTS (SELECT FROM stripe_platforms WHERE adopts)
    ON CONFLICT DO NOTHING`)
  await db
    .insert(stripePlatforms)
    .values({ keyDigest, stripeAccount: id, livemode })
    .onConflictDoUpdate({
      target: [stripePlatforms.keyDigest, stripePlatforms.stripeAccount, stripePlatforms.livemode],
      set: { seenAt: sql`clock_timestamp()` },
    })
}

export async function assignAccountToOldRecords(db: Executor, limit: number): Promise<number> {
  const links = await db
    .update(stripeLinks)
    .set({ stripeAccount: sql`p.stripe_account`, livemode: sql`p.livemode` })
    .from(sql`stripe_platforms p`)
    .where(
      and(
        sql`p.adopts`,
        isNull(stripeLinks.livemode),
        sql`${stripeLinks.stripeId} IN (SELECT stripe_id FROM stripe_links WHERE livemode IS NULL LIMIT ${limit}::int)`,
      ),
    )
  const requests = await db.execute(sql`
    UPDATE payment_requests r SET stripe_account = p.stripe_account, livemode = p.livemode FROM stripe_platforms p
    WHERE p.adopts AND r.livemode IS NULL
      AND r.id IN (SELECT id FROM payment_requests WHERE livemode IS NULL LIMIT ${limit}::int)`)
  return (links.rowCount ?? 0) + (requests.rowCount ?? 0)
}
