import { sql } from 'drizzle-orm'
import { boolean, customType, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'

import type { Category } from '@kundig/contract/profiles/categories'
import type { AnswerLanguage } from '@kundig/contract/profiles/detail-filter'
import type { PriceUnit } from '@kundig/contract/profiles/profile-details'

import { instant, stamps } from './columns.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

export const profiles = pgTable('profiles', {
  id: uuid('id').primaryKey(),
  fullName: text('full_name').notNull(),
  bio: text('bio'),
  expertiseCategory: text('expertise_category').$type<Category>(),
  expertiseCustom: text('expertise_custom'),
  pictureVersion: text('picture_version'),
  isPublic: boolean('is_public').notNull(),
  hiddenAt: instant('hidden_at'),
  publicOnceShown: boolean('public_once_shown'),
  headline: text('headline'),
  languages: text('languages')
    .$type<AnswerLanguage>()
    .array()
    .notNull()
    .default(sql`'{}'`),
  town: text('town'),
  online: boolean('online').notNull().default(false),
  priceEuros: integer('price_euros'),
  priceUnit: text('price_unit').$type<PriceUnit>(),
  // A trigger of `reviews` sets `reviewCount` and `reviewSum`.
  reviewCount: integer('review_count').notNull().default(0),
  reviewSum: integer('review_sum').notNull().default(0),
  ...stamps,
  searchText: text('search_text')
    .notNull()
    .generatedAlwaysAs(sql`fold_for_search(full_name)`),
  // A trigger of `profiles` sets `searchNames` and `searchWords`.
  searchNames: text('search_names'),
  searchWords: tsvector('search_words'),
})

export const searchLexicon = pgTable('search_lexicon', {
  word: text('word').primaryKey(),
  people: integer('people').notNull(),
  isWritten: boolean('is_written').notNull(),
  countAgainAt: instant('count_again_at'),
})
