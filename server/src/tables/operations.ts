import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'

import type { DecisionGround, DecisionKind } from '@kundig/contract/operations/decision-rules'
import type { VisitedPage } from '@kundig/contract/operations/figure-names'
import type { FailureKind } from '@kundig/contract/operations/health-kinds'
import type { OperatorRole } from '@kundig/contract/operations/operator-roles'
import type { SitePage } from '@kundig/contract/operations/site-pages'

import { instant, madeId, stamps } from './columns.ts'

export const sitePages = pgTable('site_pages', {
  page: text('page').$type<SitePage>().primaryKey(),
  revision: bigint('revision', { mode: 'number' }).notNull().default(0),
  draftEn: text('draft_en'),
  draftNl: text('draft_nl'),
})

export const pageVersions = pgTable('page_versions', {
  page: text('page').$type<SitePage>().notNull(),
  version: integer('version').notNull(),
  en: text('en').notNull(),
  nl: text('nl').notNull(),
  asksAgain: boolean('asks_again').notNull(),
  publishedAt: instant('published_at').notNull().defaultNow(),
  publishedBy: uuid('published_by'),
})

export const termsAcceptances = pgTable('terms_acceptances', {
  accountId: uuid('account_id').notNull(),
  version: integer('version').notNull(),
  acceptedAt: instant('accepted_at').notNull().defaultNow(),
})

export const operatorRoles = pgTable('operator_roles', {
  userId: uuid('user_id').primaryKey(),
  role: text('role').$type<OperatorRole>().notNull(),
  ...stamps,
})

export const decisions = pgTable('decisions', {
  id: madeId(),
  caseId: uuid('case_id').notNull(),
  aboutId: uuid('about_id').notNull(),
  kind: text('kind').$type<DecisionKind>().notNull(),
  ground: text('ground').$type<DecisionGround>().notNull(),
  until: instant('until'),
  /** Id of the decision that this decision revokes, or upholds after an objection. */
  answers: uuid('answers'),
  decidedBy: uuid('decided_by').notNull(),
  decidedAt: instant('decided_at').notNull().defaultNow(),
})

export const auditLog = pgTable('audit_log', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  createdAt: instant('created_at').notNull().defaultNow(),
  actorId: uuid('actor_id'),
  action: text('action').notNull(),
  subjectKind: text('subject_kind').notNull(),
  subjectId: uuid('subject_id').notNull(),
  subjectSlug: text('subject_slug'),
  stateBefore: text('state_before'),
  stateAfter: text('state_after'),
})

export const failureCounts = pgTable(
  'failure_counts',
  {
    kind: text('kind').$type<FailureKind>().notNull(),
    /** Start of the row's period of ten minutes. */
    since: instant('since').notNull(),
    count: integer('count').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  ({ since, kind }) => [primaryKey({ columns: [since, kind] })],
)

export const runningServers = pgTable('running_servers', {
  name: text('name').primaryKey(),
  startedAt: instant('started_at').notNull(),
  seenAt: instant('seen_at').notNull(),
  liveConnections: integer('live_connections').notNull(),
  diskFreeBytes: bigint('disk_free_bytes', { mode: 'number' }),
  diskTotalBytes: bigint('disk_total_bytes', { mode: 'number' }),
})

export const externalBackups = pgTable('told_backups', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  endedAt: instant('ended_at').notNull(),
  sizeBytes: bigint('size_bytes', { mode: 'number' }),
  reportedAt: instant('told_at').notNull().defaultNow(),
})

export const figuresByDay = pgTable('figures_by_day', {
  /** Day in Amsterdam's time zone. */
  day: date('day').primaryKey(),
  isOver: boolean('is_over').notNull(),
  countedAt: instant('counted_at').notNull(),
  signUps: integer('sign_ups').notNull(),
  profiles: integer('profiles').notNull(),
  requests: integer('requests').notNull(),
  accepted: integer('accepted').notNull(),
  declined: integer('declined').notNull(),
  firstAnswers: integer('first_answers').notNull(),
  /** Number of first answers by logarithmic bucket of answer time. */
  answerTimes: jsonb('answer_times').$type<Record<string, number>>().notNull(),
  paid: integer('paid').notNull(),
  /** Volume of payments in cents; the next column is also in cents. */
  volume: bigint('volume', { mode: 'number' }).notNull(),
  refunded: bigint('refunded', { mode: 'number' }).notNull(),
  reports: integer('reports').notNull(),
  /** Number of mails. `mails` and `pushes` are null if counted after the day's deliveries were deleted. */
  mails: integer('mails'),
  pushes: integer('pushes'),
})

export const visitsByDay = pgTable(
  'visits_by_day',
  {
    day: date('day').notNull(),
    page: text('page').$type<VisitedPage>().notNull(),
    visits: bigint('visits', { mode: 'number' }).notNull(),
  },
  ({ day, page }) => [primaryKey({ columns: [day, page] })],
)
