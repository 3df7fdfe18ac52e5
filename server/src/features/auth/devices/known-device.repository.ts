import { and, eq, lt, sql } from 'drizzle-orm'

import type { Database } from '../../../platform/database/database.ts'
import { knownDevices, user } from '../../../tables/auth.ts'

export async function isKnownDevice(db: Database, deviceHash: string, email: string): Promise<boolean> {
  const rows = await db
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .innerJoin(user, eq(user.id, knownDevices.userId))
    .where(and(eq(knownDevices.deviceHash, deviceHash), eq(user.email, email)))
  return rows.length > 0
}

/** True when any account knows the device, which proves that we issued the device's name. */
export async function isIssuedDeviceName(db: Database, deviceHash: string): Promise<boolean> {
  const rows = await db
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .where(eq(knownDevices.deviceHash, deviceHash))
    .limit(1)
  return rows.length > 0
}

export async function hasKnownDevice(db: Database, email: string): Promise<boolean> {
  const rows = await db
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .innerJoin(user, eq(user.id, knownDevices.userId))
    .where(eq(user.email, email))
    .limit(1)
  return rows.length > 0
}

export async function saveKnownDevice(db: Database, deviceHash: string, email: string, forget: Date): Promise<void> {
  await db.delete(knownDevices).where(lt(knownDevices.usedAt, forget))
  await db
    .insert(knownDevices)
    .select(
      db
        .select({
          userId: user.id,
          deviceHash: sql<string>`${deviceHash}`.as('device_hash'),
          usedAt: sql<Date>`now()`.as('used_at'),
        })
        .from(user)
        .where(eq(user.email, email)),
    )
    .onConflictDoUpdate({ target: [knownDevices.userId, knownDevices.deviceHash], set: { usedAt: new Date() } })
}
