import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'

import { bytes, instant } from './columns.ts'

export const localMails = pgTable('local_mails', {
  id: uuid('id').primaryKey(),
  recipient: text('recipient').notNull(),
  subject: text('subject').notNull(),
  bodyText: text('body_text').notNull(),
  bodyHtml: text('body_html').notNull(),
  language: text('language').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
})

export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
})

export const siteSettings = pgTable('site_settings', {
  isOnly: boolean('is_only').primaryKey(),
  version: bigint('version', { mode: 'number' }).notNull(),
  stored: jsonb('stored').$type<Record<string, unknown>>().notNull(),
  updatedAt: instant('updated_at').notNull(),
})

export const siteLogos = pgTable('site_logos', {
  version: text('version').primaryKey(),
  type: text('type').$type<'image/png' | 'image/svg+xml'>().notNull(),
  content: bytes('content').notNull(),
  setAt: instant('set_at').notNull().defaultNow(),
})
