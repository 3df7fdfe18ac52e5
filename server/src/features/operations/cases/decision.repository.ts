import { and, desc, eq, inArray, isNull, not, sql } from 'drizzle-orm'

import type { DecisionKind } from '@kundig/contract/operations/decision-rules'

import { type Executor, type Transaction, lockUntilCommit } from '../../../platform/database/database.ts'
import { decisions } from '../../../tables/operations.ts'
import { reportCases } from '../../../tables/safety.ts'

export type DecisionRow = typeof decisions.$inferSelect
export type NewDecision = Pick<DecisionRow, 'caseId' | 'aboutId' | 'kind' | 'ground' | 'decidedBy'> &
  Partial<Pick<DecisionRow, 'until' | 'answers'>>

export type DecisionState = DecisionRow & { isUndone: boolean }

const state = {
  id: decisions.id,
  caseId: decisions.caseId,
  aboutId: decisions.aboutId,
  kind: decisions.kind,
  ground: decisions.ground,
  until: decisions.until,
  answers: decisions.answers,
  decidedBy: decisions.decidedBy,
  decidedAt: decisions.decidedAt,
  isUndone: sql<boolean>`EXISTS (SELECT FROM decisions undoing WHERE undoing.answers = "decisions"."id" AND undoing.kind = 'undo')`,
}
const isActive = not(state.isUndone)

/** Waits for other decisions about a person, and blocks further ones until the transaction ends. */
export async function lockPerson(tx: Transaction, userId: string): Promise<void> {
  await lockUntilCommit(tx, `decisions about ${userId}`)
}

export async function insertDecision(tx: Transaction, decision: NewDecision): Promise<DecisionRow> {
  const [row] = await tx.insert(decisions).values(decision).returning()
  if (!row) throw new Error('INSERT returned no row')
  return row
}

export async function findFirstDecision(db: Executor, caseId: string): Promise<DecisionState | undefined> {
  const [row] = await db
    .select(state)
    .from(decisions)
    .where(and(eq(decisions.caseId, caseId), isNull(decisions.answers)))
  return row
}

export async function findByIds(db: Executor, ids: readonly string[]): Promise<DecisionState[]> {
  if (ids.length === 0) return []
  return db
    .select(state)
    .from(decisions)
    .where(inArray(decisions.id, [...ids]))
}

export async function findDecisionsAboutPerson(db: Executor, userId: string, limit: number): Promise<DecisionState[]> {
  return db
    .select(state)
    .from(decisions)
    .where(eq(decisions.aboutId, userId))
    .orderBy(desc(decisions.decidedAt), desc(decisions.id))
    .limit(limit)
}

export async function findActiveDecisions(
  db: Executor,
  userId: string,
  kinds: readonly DecisionKind[],
): Promise<(DecisionState & { subjectId: string; subjectSeq: number })[]> {
  return db
    .select({ ...state, subjectId: reportCases.subjectId, subjectSeq: reportCases.subjectSeq })
    .from(decisions)
    .innerJoin(reportCases, eq(reportCases.id, decisions.caseId))
    .where(and(eq(decisions.aboutId, userId), inArray(decisions.kind, [...kinds]), isActive))
}
