import { desc, eq, notInArray } from 'drizzle-orm'

import { localMails } from '../../tables/platform.ts'
import type { Database, Executor } from '../database/database.ts'
import type { Mail } from './mail-outbox.ts'

export interface StoredMail extends Mail {
  id: string
  createdAt: Date
}

const columns = {
  id: localMails.id,
  to: localMails.recipient,
  subject: localMails.subject,
  text: localMails.bodyText,
  html: localMails.bodyHtml,
  language: localMails.language,
  createdAt: localMails.createdAt,
}

/** Stores a mail, unless a mail with this id is already stored. */
export async function insertMail(db: Executor, id: string, mail: Mail): Promise<void> {
  const { to: recipient, subject, text: bodyText, html: bodyHtml, language } = mail
  await db.insert(localMails).values({ id, recipient, subject, bodyText, bodyHtml, language }).onConflictDoNothing()
}

export async function deleteOlderMails(db: Executor, newest: number): Promise<void> {
  const stored = db
    .select({ id: localMails.id })
    .from(localMails)
    .orderBy(desc(localMails.createdAt), desc(localMails.id))
    .limit(newest)
  await db.delete(localMails).where(notInArray(localMails.id, stored))
}

export function listNewestMails(db: Database): Promise<StoredMail[]> {
  return db.select(columns).from(localMails).orderBy(desc(localMails.createdAt), desc(localMails.id))
}

export async function findById(db: Database, id: string): Promise<StoredMail | null> {
  const [mail] = await db.select(columns).from(localMails).where(eq(localMails.id, id))
  return mail ?? null
}
