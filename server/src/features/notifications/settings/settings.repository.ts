import { eq, sql } from 'drizzle-orm'

import type { Language } from '@kundig/contract/languages'

import type { Executor } from '../../../platform/database/database.ts'
import { notificationSettings } from '../../../tables/notifications.ts'

export type SettingsRow = typeof notificationSettings.$inferSelect
export type SettingsChange = Partial<
  Pick<
    SettingsRow,
    | 'language'
    | 'timeZone'
    | 'quietFrom'
    | 'quietUntil'
    | 'previews'
    | 'mailQuotes'
    | 'mailOff'
    | 'pushOff'
    | 'bouncedEmail'
  >
>

export async function findByUser(db: Executor, userId: string): Promise<SettingsRow | undefined> {
  const [row] = await db.select().from(notificationSettings).where(eq(notificationSettings.userId, userId))
  return row
}

/** Reads the settings, and locks them against changes until commit. */
export async function findByUserForShare(tx: Executor, userId: string): Promise<SettingsRow | undefined> {
  const [row] = await tx.select().from(notificationSettings).where(eq(notificationSettings.userId, userId)).for('share')
  return row
}

/** Locks the settings until commit, so that the second of two concurrent changes builds on the first. */
export async function findByUserForChange(tx: Executor, userId: string): Promise<SettingsRow | undefined> {
  const [row] = await tx
    .select()
    .from(notificationSettings)
    .where(eq(notificationSettings.userId, userId))
    .for('update')
  return row
}

export async function insertMissingSettings(db: Executor, userId: string, language: Language): Promise<void> {
  await db.execute(sql`
    INSERT INTO notification_settings (user_id, language) SELECT id, ${language} FROM "user" WHERE id = ${userId}::uuid
    ON CONFLICT DO NOTHING`)
}

export async function updateSettings(db: Executor, userId: string, changed: SettingsChange): Promise<void> {
  await db
    .update(notificationSettings)
    .set({ ...changed, updatedAt: sql`clock_timestamp()` })
    .where(eq(notificationSettings.userId, userId))
}

export async function saveLanguage(db: Executor, userId: string, language: Language): Promise<void> {
  await db
    .insert(notificationSettings)
    .values({ userId, language })
    .onConflictDoUpdate({
      target: notificationSettings.userId,
      set: { language, updatedAt: sql`clock_timestamp()` },
      setWhere: sql`${notificationSettings.language} <> ${language}`,
    })
}

export async function saveBounce(db: Executor, userId: string, email: string, language: Language): Promise<void> {
  await db
    .insert(notificationSettings)
    .values({ userId, language, bouncedEmail: email })
    .onConflictDoUpdate({
      target: notificationSettings.userId,
      set: { bouncedEmail: email, updatedAt: sql`clock_timestamp()` },
    })
}
