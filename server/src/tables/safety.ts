import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'

import type { Language } from '@kundig/contract/languages'
import type { ReportCategory, ReportSubjectKind } from '@kundig/contract/safety/report-rules'
import type { StatementKind } from '@kundig/contract/safety/statement-rules'

import { instant, madeId } from './columns.ts'

export const blocks = pgTable('blocks', {
  blockerId: uuid('blocker_id').notNull(),
  blockedId: uuid('blocked_id').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
})

export const standings = pgTable('standings', {
  accountId: uuid('account_id').primaryKey(),
  state: text('state').$type<'suspended' | 'banned'>().notNull(),
  until: instant('until'),
  since: instant('since').notNull().defaultNow(),
})

export const reportCases = pgTable('report_cases', {
  id: madeId(),
  subjectKind: text('subject_kind').$type<ReportSubjectKind>().notNull(),
  subjectId: uuid('subject_id').notNull(),
  subjectSeq: integer('subject_seq').notNull().default(0),
  aboutId: uuid('about_id').notNull(),
  category: text('category').$type<ReportCategory>().notNull(),
  severity: smallint('severity')
    .notNull()
    .generatedAlwaysAs(
      sql`CASE category WHEN 'illegal' THEN 3 WHEN 'scam' THEN 2 WHEN 'harassment' THEN 2 WHEN 'spam' THEN 1 ELSE 0 END`,
    ),
  reportCount: integer('report_count').notNull().default(0),
  openedAt: instant('opened_at').notNull().defaultNow(),
  decidedAt: instant('decided_at'),
  assignedTo: uuid('assigned_to'),
  assignedAt: instant('assigned_at'),
  outcome: text('outcome').$type<'nothing' | 'measure'>(),
})

export const reports = pgTable('reports', {
  id: madeId(),
  caseId: uuid('case_id').notNull(),
  reporterId: uuid('reporter_id'),
  category: text('category').$type<ReportCategory>().notNull(),
  reference: text('reference').notNull(),
  language: text('language').$type<Language>().notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  receiptDueAt: instant('receipt_due_at').notNull().defaultNow(),
  receiptAt: instant('receipt_at'),
  outcomeAt: instant('outcome_at'),
  outcomeDueAt: instant('outcome_due_at'),
})

/** Texts of reports. Like the texts of decisions, they have a separate table, so that erasure can empty them. */
export const reportTexts = pgTable('report_texts', {
  reportId: uuid('report_id').primaryKey(),
  content: text('content'),
  law: text('law'),
  email: text('email'),
})

export const reportQuotes = pgTable('report_quotes', {
  caseId: uuid('case_id').primaryKey(),
  content: text('content').notNull(),
  storedName: text('stored_name'),
  quotedAt: instant('quoted_at').notNull().defaultNow(),
})

export const statements = pgTable('statements', {
  decisionId: uuid('decision_id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  kind: text('kind').$type<StatementKind>().notNull(),
  facts: text('facts').notNull(),
  ground: text('ground').notNull(),
  automated: boolean('automated').notNull().default(false),
  until: instant('until'),
  /** Id of the decision that this decision revokes or upholds. */
  answers: uuid('answers'),
  language: text('language').$type<Language>().notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  mailDueAt: instant('mail_due_at').notNull().defaultNow(),
  mailedAt: instant('mailed_at'),
})

export const objections = pgTable('objections', {
  decisionId: uuid('decision_id').primaryKey(),
  content: text('content').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  answeredAt: instant('answered_at'),
})
