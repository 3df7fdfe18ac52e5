import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'

import type { Language } from '@kundig/contract/languages'
import type { Category } from '@kundig/contract/profiles/categories'

import { instant, madeId, stamps } from './columns.ts'

export const waitingList = pgTable('waiting_list', {
  id: madeId(),
  fullName: text('full_name').notNull(),
  email: text('email').notNull(),
  category: text('category').$type<Category>().notNull(),
  processed: boolean('processed').notNull().default(false),
  /** Language of mails; null for entries older than this column. */
  language: text('language').$type<Language>(),
  ...stamps,
})

export const invitations = pgTable('invitations', {
  id: madeId(),
  entryId: uuid('entry_id'),
  category: text('category').$type<Category>().notNull(),
  invitedAt: instant('invited_at').notNull().defaultNow(),
  codeHash: text('code_hash'),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
})
