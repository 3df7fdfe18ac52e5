import { and, desc, eq, sql } from 'drizzle-orm'

import type { Executor } from '../../../platform/database/database.ts'
import { blocks } from '../../../tables/safety.ts'

export type BlockRow = typeof blocks.$inferSelect

export async function createBlock(tx: Executor, blockerId: string, blockedId: string): Promise<boolean> {
  const rows = await tx.insert(blocks).values({ blockerId, blockedId }).onConflictDoNothing().returning()
  return rows.length > 0
}

export async function removeBlock(db: Executor, blockerId: string, blockedId: string): Promise<void> {
  await db.delete(blocks).where(and(eq(blocks.blockerId, blockerId), eq(blocks.blockedId, blockedId)))
}

export async function findByBlocker(
  db: Executor,
  blockerId: string,
  { personId, after, limit }: { personId?: string | undefined; after: { at: Date; id: string } | null; limit: number },
): Promise<BlockRow[]> {
  const { blockedId, createdAt } = blocks
  return db
    .select()
    .from(blocks)
    .where(
      and(
        eq(blocks.blockerId, blockerId),
        personId === undefined ? undefined : eq(blockedId, personId),
        after === null
          ? undefined
          : sql`(${createdAt}, ${blockedId}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(createdAt), desc(blockedId))
    .limit(limit)
}
