import { Refusal } from '@kundig/contract/errors'
import { type DecisionGround, type Measure, canApplyMeasure } from '@kundig/contract/operations/decision-rules'
import {
  type Decision,
  decision as schema,
  DECISIONS_SHOWN,
  type Figures,
} from '@kundig/contract/operations/decisions.contract'

import { authorize } from '../../../authorize.ts'
import type { OperatorAlerts } from '../../../domain-events.ts'
import type { AfterCommit, Database, Executor, Transaction } from '../../../platform/database/database.ts'
import { toWire } from '../../../platform/wire/to-wire.ts'
import type { ReportedCase, ReportQueueService } from '../../safety/reports/report-queue.service.ts'
import { accountRestrictions, type RestrictionService } from '../../safety/statements/restriction.service.ts'
import type { StatementService } from '../../safety/statements/statement.service.ts'
import { recordAuditEntry } from '../team/audit-log.repository.ts'
import type { OperatorEvents } from '../team/operator-events.service.ts'
import { findOperators, lockRole } from '../team/operator.repository.ts'
import { findCaseRefusal } from './case.policy.ts'
import { requireModerator } from './case.service.ts'
import type { DecisionEffects } from './decision-effects.ts'
import { findSuspendRefusal, findUndoRefusal, findUpholdRefusal } from './decision.policy.ts'
import * as repository from './decision.repository.ts'
import type { DecisionRow, DecisionState } from './decision.repository.ts'

const DAY_MS = 86_400_000
const toDecision = toWire(schema)
const SUSPENSIONS_AT_ONCE = 10

export interface DecisionServiceOptions {
  db: Database
  queue: ReportQueueService
  effects: DecisionEffects
  statements: StatementService
  restrictions: RestrictionService
  operatorEvents: OperatorEvents
  alerts: Pick<OperatorAlerts, 'dismiss'>
  /** Functions that erase a person's stored texts when the account is closed and no decision is pending. */
  erasures: readonly ((tx: Transaction, afterCommit: AfterCommit, userId: string) => Promise<void>)[]
  /** Sends the outcome to the reporters. Never throws. */
  sendOutcomes: () => Promise<void>
}

export interface DecisionInput {
  measure: Measure
  ground: DecisionGround
  facts?: string | undefined
  rule?: string | undefined
  days?: number | undefined
}

/** Stores a decision with its effects, its statement of reasons and its audit log entry in one transaction. */
export class DecisionService {
  readonly #deps: DecisionServiceOptions

  constructor(deps: DecisionServiceOptions) {
    this.#deps = deps
  }

  async #present(rows: readonly DecisionState[], readerId: string): Promise<Decision[]> {
    const ids = rows.map(({ id }) => id)
    const [operators, objected] = await Promise.all([
      findOperators(this.#deps.db),
      this.#deps.statements.objections.of(this.#deps.db, ids),
    ])
    const emails = new Map(operators.map(({ userId, email }) => [userId, email]))
    const open = new Map(objected.filter(({ answeredAt }) => !answeredAt).map((one) => [one.decisionId, one.createdAt]))
    const shown: Decision[] = []
    for (const row of rows) {
      const objectedAt = open.get(row.id) ?? null
      const asked = {
        operatorId: readerId,
        isObjectedTo: objectedAt !== null,
        hasAnother: objectedAt !== null && (await this.#hasAnother(this.#deps.db, row)),
      }
      shown.push(
        toDecision({
          ...row,
          decidedBy: emails.get(row.decidedBy) ?? null,
          objectedAt,
          mayUndo: findUndoRefusal(row) === null,
          mayUphold: findUpholdRefusal(row, asked) === null,
        }),
      )
    }
    return shown
  }

  async #hasAnother(executor: Executor, { caseId, decidedBy }: DecisionRow): Promise<boolean> {
    for (const { userId, role } of await findOperators(executor)) {
      if (role === 'viewer' || userId === decidedBy) continue
      if (!(await this.#deps.queue.isConcerned(executor, caseId, userId))) return true
    }
    return false
  }

  /** @throws Refusal DECISION_NOT_FOUND, also to operators who are part of the decision's case */
  async #findDecision(executor: Executor, decisionId: string, readerId: string): Promise<DecisionState> {
    const [found] = await repository.findByIds(executor, [decisionId])
    if (!found || (await this.#deps.queue.isConcerned(executor, found.caseId, readerId)))
      throw new Refusal('DECISION_NOT_FOUND')
    return found
  }

  /** Stores a decision with its statement of reasons. @throws Refusal ACCOUNT_IS_GONE */
  async #write(
    tx: Transaction,
    afterCommit: AfterCommit,
    decision: repository.NewDecision,
    reasons: { facts: string; rule: string },
  ): Promise<DecisionRow> {
    const { kind } = decision
    const account = await accountRestrictions.holdState(tx, decision.aboutId)
    if (kind !== 'nothing' && account === 'gone') throw new Refusal('ACCOUNT_IS_GONE')
    const row = await repository.insertDecision(tx, decision)
    if (kind !== 'nothing')
      await this.#deps.statements.write(tx, afterCommit, {
        decisionId: row.id,
        accountId: row.aboutId,
        kind,
        facts: reasons.facts,
        ground: reasons.rule,
        ...(row.until && { until: row.until }),
        ...(row.answers !== null && { answers: row.answers }),
      })
    return row
  }

  async #answer(operatorId: string, decisionId: string, kind: 'undo' | 'uphold', facts: string): Promise<Decision> {
    const { db, queue, effects, operatorEvents } = this.#deps
    await db.transaction(async (tx, afterCommit) => {
      await requireModerator(tx, operatorId)
      const { caseId, aboutId } = await this.#findDecision(tx, decisionId, operatorId)
      const subject = await queue.lock(tx, caseId, operatorId)
      if (!subject) throw new Refusal('DECISION_NOT_FOUND')
      await repository.lockPerson(tx, aboutId)
      // Reads the decision again under the locks, because another operator may have answered it.
      const found = await this.#findDecision(tx, decisionId, operatorId)
      if (kind === 'undo') {
        authorize(findUndoRefusal(found))
      } else {
        const objections = await this.#deps.statements.objections.of(tx, [decisionId])
        const isObjectedTo = objections.some(({ answeredAt }) => answeredAt === null)
        authorize(findUpholdRefusal(found, { operatorId, isObjectedTo, hasAnother: await this.#hasAnother(tx, found) }))
      }
      const decision = { caseId, aboutId, kind, ground: found.ground, answers: found.id, decidedBy: operatorId }
      await this.#write(tx, afterCommit, decision, { facts, rule: '' })
      if (kind === 'undo') await effects.takeBack(found.kind, { tx, afterCommit, subject })
      // Unconditional, because an objection can come until the statement above is written.
      await this.#deps.statements.objections.answer(tx, decisionId)
      await recordAuditEntry(tx, {
        actorId: operatorId,
        action: kind === 'undo' ? 'decision_undone' : 'decision_upheld',
        subjectKind: 'decision',
        subjectId: decisionId,
        stateBefore: found.kind,
        stateAfter: kind,
      })
      afterCommit(operatorEvents.queueChanged)
    })
    const [shown] = await this.#present([await this.#findDecision(db, decisionId, operatorId)], operatorId)
    if (!shown) throw new Refusal('DECISION_NOT_FOUND')
    return shown
  }

  /** @throws Refusal MEASURE_UNSUITED, REPORTED_IS_GONE, ACCOUNT_IS_GONE */
  async #decideCase(
    tx: Transaction,
    afterCommit: AfterCommit,
    operatorId: string,
    found: ReportedCase,
    { measure, ground, facts = '', rule = '', days }: DecisionInput,
  ): Promise<void> {
    const { effects, queue, alerts, erasures, operatorEvents, sendOutcomes } = this.#deps
    const { id: caseId } = found
    if (!canApplyMeasure(measure, found.subjectKind)) throw new Refusal('MEASURE_UNSUITED', 'measure')
    await repository.lockPerson(tx, found.aboutId)
    const until = measure === 'suspend' ? new Date(Date.now() + (days ?? 1) * DAY_MS) : null
    const decision = { caseId, aboutId: found.aboutId, kind: measure, ground, until, decidedBy: operatorId }
    await this.#write(tx, afterCommit, decision, { facts, rule })
    await effects.apply(measure, { tx, afterCommit, subject: found })
    await queue.markDecided(tx, caseId, measure === 'nothing' ? 'nothing' : 'measure')
    await alerts.dismiss(tx, afterCommit, 'operator_report', caseId)
    // Erases the texts of a closed account, because they were kept only until the decision.
    if ((await accountRestrictions.holdState(tx, found.aboutId)) !== 'open')
      for (const erase of erasures) await erase(tx, afterCommit, found.aboutId)
    await recordAuditEntry(tx, {
      actorId: operatorId,
      action: 'case_decided',
      subjectKind: 'report_case',
      subjectId: caseId,
      stateBefore: found.assignedTo === null ? 'open' : 'taken',
      stateAfter: measure,
    })
    afterCommit(operatorEvents.queueChanged)
    afterCommit(sendOutcomes)
  }

  /** @throws Refusal CASE_NOT_FOUND, CASE_TAKEN, CASE_DECIDED */
  async #requireCase(tx: Transaction, caseId: string, operatorId: string): Promise<ReportedCase> {
    const found = await this.#deps.queue.lock(tx, caseId, operatorId)
    authorize(findCaseRefusal(found, operatorId, new Date()))
    if (!found) throw new Refusal('CASE_NOT_FOUND')
    return found
  }

  async #filterUnconcerned(rows: readonly DecisionState[], readerId: string): Promise<DecisionState[]> {
    const isConcerned = await Promise.all(
      rows.map(({ caseId }) => this.#deps.queue.isConcerned(this.#deps.db, caseId, readerId)),
    )
    return rows.filter((_row, at) => isConcerned[at] === false)
  }

  /**
   * Exactly one of several concurrent calls succeeds.
   * @throws Refusal NOT_FOUND, ROLE_NEEDED, CASE_NOT_FOUND, CASE_TAKEN, CASE_DECIDED, MEASURE_UNSUITED,
   * REPORTED_IS_GONE, ACCOUNT_IS_GONE
   */
  async decide(operatorId: string, caseId: string, input: DecisionInput): Promise<void> {
    await this.#deps.db.transaction(async (tx, afterCommit) => {
      await requireModerator(tx, operatorId)
      await this.#decideCase(tx, afterCommit, operatorId, await this.#requireCase(tx, caseId, operatorId), input)
    })
  }

  /**
   * Suspends a person by a decision in the pending case about the profile, or in a new case.
   * @throws Refusal NOT_FOUND, ROLE_NEEDED, OWN_ACCOUNT, ALREADY_KEPT_OUT, CASE_NOT_FOUND, CASE_TAKEN, ACCOUNT_IS_GONE
   */
  async suspend(operatorId: string, personId: string, input: Required<Omit<DecisionInput, 'measure'>>): Promise<void> {
    await this.#deps.db.transaction(async (tx, afterCommit) => {
      const role = await requireModerator(tx, operatorId)
      authorize(findSuspendRefusal({ id: operatorId, role }, { id: personId, role: await lockRole(tx, personId) }))
      const account = await accountRestrictions.holdState(tx, personId)
      if (account === 'gone') throw new Refusal('PERSON_NOT_FOUND')
      if (account === 'closed') throw new Refusal('ACCOUNT_IS_GONE')
      const caseId = await this.#deps.queue.openAboutProfile(tx, personId)
      await repository.lockPerson(tx, personId)
      if ((await this.#deps.restrictions.find(tx, personId)).state !== 'good') throw new Refusal('ALREADY_KEPT_OUT')
      const found = await this.#requireCase(tx, caseId, operatorId)
      await this.#decideCase(tx, afterCommit, operatorId, found, { measure: 'suspend', ...input })
    })
  }

  /** Ends expired suspensions. Several servers share the work. @returns the failures */
  async endSuspensions(): Promise<PromiseRejectedResult[]> {
    const ending = (await this.#deps.restrictions.findEnded(this.#deps.db, SUSPENSIONS_AT_ONCE)).map((aboutId) =>
      this.#deps.db.transaction(async (tx, afterCommit) => {
        await repository.lockPerson(tx, aboutId)
        await this.#deps.effects.endSuspension({ tx, afterCommit, subject: { aboutId } })
      }),
    )
    return (await Promise.allSettled(ending)).filter((one) => one.status === 'rejected')
  }

  undo(operatorId: string, decisionId: string, facts: string): Promise<Decision> {
    return this.#answer(operatorId, decisionId, 'undo', facts)
  }

  uphold(operatorId: string, decisionId: string, facts: string): Promise<Decision> {
    return this.#answer(operatorId, decisionId, 'uphold', facts)
  }

  async aboutPerson(readerId: string, personId: string): Promise<Decision[]> {
    return this.#present(
      await this.#filterUnconcerned(
        await repository.findDecisionsAboutPerson(this.#deps.db, personId, DECISIONS_SHOWN),
        readerId,
      ),
      readerId,
    )
  }

  /** @throws Refusal CASE_NOT_FOUND */
  async aboutPersonOfCase(readerId: string, caseId: string): Promise<Decision[]> {
    const found = await this.#deps.queue.find(caseId, readerId)
    if (!found) throw new Refusal('CASE_NOT_FOUND')
    const rows = await repository.findDecisionsAboutPerson(this.#deps.db, found.aboutId, DECISIONS_SHOWN)
    return this.#present(await this.#filterUnconcerned(rows, readerId), readerId)
  }

  async objections(readerId: string): Promise<Decision[]> {
    const open = await this.#deps.statements.objections.findOpen(this.#deps.db, DECISIONS_SHOWN)
    const found = await repository.findByIds(
      this.#deps.db,
      open.map(({ decisionId }) => decisionId),
    )
    const byId = new Map(found.map((row) => [row.id, row]))
    const rows = open.flatMap(({ decisionId }) => byId.get(decisionId) ?? [])
    return this.#present(await this.#filterUnconcerned(rows, readerId), readerId)
  }

  async figures(): Promise<Figures> {
    const [cases, openObjections] = await Promise.all([
      this.#deps.queue.figures(),
      this.#deps.statements.objections.countOpen(this.#deps.db),
    ])
    return {
      open: cases.open,
      median_age_s: cases.medianAgeS,
      open_objections: openObjections,
      decided_within_day: cases.decidedWithinDay,
      decided_within_week: cases.decidedWithinWeek,
    }
  }
}
