import type { Readable } from 'node:stream'

import { z } from 'zod'

import { Refusal } from '@kundig/contract/errors'
import {
  CASE_REPORTS_SHOWN,
  type CaseContent,
  CASES_PAGE_SIZE,
  type ReportCase,
} from '@kundig/contract/operations/cases.contract'
import { OPERATIONS_LIMITS } from '@kundig/contract/operations/operations-limits'
import type { OperatorRole } from '@kundig/contract/operations/operator-roles'

import { authorize } from '../../../authorize.ts'
import { decodeCursor, encodeCursor } from '../../../platform/database/cursor.ts'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import type { ChatModerationService } from '../../chat/chat-moderation.service.ts'
import type { ProfileModerationService } from '../../profiles/profile-moderation.service.ts'
import type { ProfileService } from '../../profiles/profile.service.ts'
import type { QueuePosition, ReportedCase, ReportQueueService } from '../../safety/reports/report-queue.service.ts'
import type { StatementService } from '../../safety/statements/statement.service.ts'
import { findOperationRefusal } from '../operations.policy.ts'
import { recordAuditEntry } from '../team/audit-log.repository.ts'
import type { OperatorEvents } from '../team/operator-events.service.ts'
import { findOperators, lockRole } from '../team/operator.repository.ts'
import { findCaseRefusal } from './case.policy.ts'
import { presentCase, presentContent } from './case.presenter.ts'
import { findFirstDecision } from './decision.repository.ts'

export interface CaseServiceOptions {
  db: Database
  queue: ReportQueueService
  chatModeration: ChatModerationService
  profiles: Pick<ProfileService, 'counterparts'>
  profileModeration: ProfileModerationService
  statements: Pick<StatementService, 'objections'>
  operatorEvents: OperatorEvents
}

/** Cursor of the queue: the severity of the last case, and its position among cases of equal severity. */
const cursorText = z.templateLiteral([z.number().int().min(0).max(9), '.', z.string().min(1)])

const encodePosition = ({ severity, openedAt, id }: QueuePosition): string =>
  `${severity}.${encodeCursor({ at: openedAt, id })}`

function decodePosition(cursor: string): QueuePosition {
  if (!cursorText.safeParse(cursor).success) throw new Refusal('INVALID_INPUT', 'cursor')
  const { at, id } = decodeCursor(cursor.slice(2))
  return { severity: Number(cursor[0]), openedAt: at, id }
}

/** Locks the operator's role until the transaction ends. @throws Refusal NOT_FOUND, ROLE_NEEDED */
export async function requireModerator(tx: Transaction, operatorId: string): Promise<OperatorRole> {
  const role = await lockRole(tx, operatorId)
  if (role === null) throw new Refusal('NOT_FOUND')
  authorize(findOperationRefusal(role, 'moderator'))
  return role
}

/** Serves the queue of reported cases and their claims. Operators never find a case of which they are part. */
export class CaseService {
  readonly #deps: CaseServiceOptions

  constructor(deps: CaseServiceOptions) {
    this.#deps = deps
  }

  async #present(rows: readonly ReportedCase[], readerId: string): Promise<ReportCase[]> {
    const isTaken = rows.some(({ assignedTo }) => assignedTo !== null)
    const operators = isTaken ? await findOperators(this.#deps.db) : []
    const emails = new Map(operators.map(({ userId, email }) => [userId, email]))
    return rows.map((row) => presentCase(row, { readerId, emails, now: new Date() }))
  }

  /** @throws Refusal CASE_NOT_FOUND */
  async read(caseId: string, readerId: string): Promise<ReportCase> {
    const row = await this.#deps.queue.find(caseId, readerId)
    const [shown] = row ? await this.#present([row], readerId) : []
    if (!shown) throw new Refusal('CASE_NOT_FOUND')
    return shown
  }

  /** Adds an audit log entry for each view of a person's text or file, before anything is shown. */
  #recordView(readerId: string, { id }: ReportedCase, seen: 'picture' | ReportedCase['subjectKind']) {
    return recordAuditEntry(this.#deps.db, {
      actorId: readerId,
      action: 'content_seen',
      subjectKind: 'report_case',
      subjectId: id,
      stateBefore: null,
      stateAfter: seen,
    })
  }

  /** @throws Refusal CASE_NOT_FOUND, FILE_NOT_FOUND, UNAVAILABLE */
  async readFile(
    readerId: string,
    caseId: string,
  ): Promise<{ name: string; type: string; content: Buffer | Readable }> {
    const found = await this.#deps.queue.find(caseId, readerId)
    if (!found) throw new Refusal('CASE_NOT_FOUND')
    if (found.subjectKind === 'profile') {
      const picture = await this.#deps.profileModeration.picture(found.aboutId)
      if (!picture) throw new Refusal('FILE_NOT_FOUND')
      await this.#recordView(readerId, found, 'picture')
      return { name: 'picture.webp', type: picture.contentType, content: picture.content }
    }
    if (found.subjectSeq === 0) throw new Refusal('FILE_NOT_FOUND')
    const file = await this.#deps.chatModeration.fileContent({ roomId: found.subjectId, seq: found.subjectSeq })
    await this.#recordView(readerId, found, 'file')
    return { name: file.name, type: file.type, content: (await file.open(null)).stream }
  }

  /** @throws Refusal INVALID_INPUT for an invalid cursor */
  async list(
    readerId: string,
    { cursor, mine = false }: { cursor?: string | undefined; mine?: boolean | undefined },
  ): Promise<{ items: ReportCase[]; next_cursor: string | null }> {
    const rows = await this.#deps.queue.list({
      after: cursor === undefined ? null : decodePosition(cursor),
      limit: CASES_PAGE_SIZE + 1,
      readerId,
      assignedTo: mine ? readerId : undefined,
    })
    const page = rows.slice(0, CASES_PAGE_SIZE)
    const last = rows.length > CASES_PAGE_SIZE ? page.at(-1) : undefined
    return { items: await this.#present(page, readerId), next_cursor: last ? encodePosition(last) : null }
  }

  /** Records the view in the audit log before showing anything. @throws Refusal CASE_NOT_FOUND */
  async view(readerId: string, caseId: string): Promise<CaseContent> {
    const { queue, db, profileModeration: profiles, profiles: people, chatModeration: chat, statements } = this.#deps
    const found = await queue.find(caseId, readerId)
    if (!found) throw new Refusal('CASE_NOT_FOUND')
    await this.#recordView(readerId, found, found.subjectKind)
    const isMessage = found.subjectKind === 'message' || found.subjectKind === 'file'
    const place = { roomId: found.subjectId, seq: found.subjectSeq, each: OPERATIONS_LIMITS.messagesAround }
    const decided = await findFirstDecision(db, caseId)
    const [quote, reports, profile, picture, names, messages, objected] = await Promise.all([
      queue.quote(db, caseId),
      queue.reports(db, caseId, CASE_REPORTS_SHOWN),
      found.subjectKind === 'profile' ? profiles.read(found.aboutId) : null,
      found.subjectKind === 'profile' ? profiles.picture(found.aboutId) : null,
      people.counterparts(db, [found.aboutId]),
      isMessage ? chat.around(place) : [],
      decided ? statements.objections.of(db, [decided.id]) : [],
    ])
    return presentContent({
      found,
      quote,
      reports,
      profile,
      hasPicture: picture !== null,
      about: names.get(found.aboutId) ?? null,
      messages,
      objection: objected[0],
    })
  }

  /** @throws Refusal NOT_FOUND, ROLE_NEEDED, CASE_NOT_FOUND, CASE_TAKEN, CASE_DECIDED */
  async take(operatorId: string, caseId: string): Promise<ReportCase> {
    await this.#deps.db.transaction(async (tx, afterCommit) => {
      await requireModerator(tx, operatorId)
      const found = await this.#deps.queue.lock(tx, caseId, operatorId)
      authorize(findCaseRefusal(found, operatorId, new Date()))
      if (found?.assignedTo !== operatorId) await recordAssignment(tx, operatorId, caseId, 'case_taken')
      await this.#deps.queue.assign(tx, caseId, operatorId)
      afterCommit(this.#deps.operatorEvents.queueChanged)
    })
    return this.read(caseId, operatorId)
  }

  /** Ends the operator's own claim, never another operator's. @throws Refusal NOT_FOUND, ROLE_NEEDED, CASE_NOT_FOUND */
  async giveBack(operatorId: string, caseId: string): Promise<ReportCase> {
    await this.#deps.db.transaction(async (tx, afterCommit) => {
      await requireModerator(tx, operatorId)
      const found = await this.#deps.queue.lock(tx, caseId, operatorId)
      if (found?.assignedTo !== operatorId) return
      await recordAssignment(tx, operatorId, caseId, 'case_given_back')
      await this.#deps.queue.assign(tx, caseId, null)
      afterCommit(this.#deps.operatorEvents.queueChanged)
    })
    return this.read(caseId, operatorId)
  }
}

async function recordAssignment(
  tx: Transaction,
  actorId: string,
  subjectId: string,
  action: 'case_taken' | 'case_given_back',
): Promise<void> {
  const states = { case_taken: ['open', 'taken'], case_given_back: ['taken', 'open'] } as const
  const [stateBefore, stateAfter] = states[action]
  await recordAuditEntry(tx, { actorId, action, subjectKind: 'report_case', subjectId, stateBefore, stateAfter })
}
