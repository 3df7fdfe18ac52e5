import type { Language } from '@kundig/contract/languages'
import type { StatementKind } from '@kundig/contract/safety/statement-rules'
import { type Statement, STATEMENTS_SHOWN } from '@kundig/contract/safety/statements.contract'

import { authorize } from '../../../authorize.ts'
import type { DomainEvents } from '../../../domain-events.ts'
import type { RecordFailure } from '../../../failure-metrics.ts'
import type { AfterCommit, Database, Executor, Transaction } from '../../../platform/database/database.ts'
import { drainQueue } from '../../../platform/jobs/drain.ts'
import type { Logger } from '../../../platform/logging/logger.ts'
import type { MailOutbox } from '../../../platform/mail/mail-outbox.ts'
import type { Addresses } from '../ports.ts'
import { buildStatementMail } from './statement-mails.ts'
import { findObjectionRefusal } from './statement.policy.ts'
import { presentStatement } from './statement.presenter.ts'
import * as repository from './statement.repository.ts'

export interface StatementInput {
  decisionId: string
  accountId: string
  kind: StatementKind
  facts: string
  ground: string
  until?: Date
  /** Id of the earlier decision that this decision undoes or upholds. */
  answers?: string
}

export interface StatementServiceOptions {
  db: Database
  addresses: Addresses
  outbox: MailOutbox
  domainEvents: Pick<DomainEvents, 'record'>
  logger: Logger
  recordFailure: RecordFailure
  base: string
  findLanguage: (userId: string) => Promise<Language>
  /** Called after each objection; never throws. */
  onObjected: () => void | Promise<void>
  /** Never throws. */
  sendSoon: () => Promise<void>
}

export class StatementService {
  readonly #deps: StatementServiceOptions
  readonly objections = {
    findOpen: repository.findOpenObjections,
    countOpen: repository.countOpenObjections,
    of: repository.findObjections,
    answer: repository.answerObjection,
  }

  constructor(deps: StatementServiceOptions) {
    this.#deps = deps
  }

  #read(executor: Executor, accountId: string, decisionId: string) {
    return repository.findByAccount(executor, accountId, { decisionId, limit: 1 })
  }

  /** Stores a statement in its decision's transaction. The bell and the mail follow the commit. */
  async write(tx: Transaction, afterCommit: AfterCommit, input: StatementInput): Promise<void> {
    const { until = null, answers = null, ...rest } = input
    await repository.insertStatement(tx, {
      ...rest,
      until,
      answers,
      language: await this.#deps.findLanguage(input.accountId),
    })
    await this.#deps.domainEvents.record(tx, afterCommit, {
      kind: 'decision',
      recipientId: input.accountId,
      subjectId: input.decisionId,
    })
    afterCommit(this.#deps.sendSoon)
  }

  async list(accountId: string): Promise<Statement[]> {
    const now = new Date()
    return (await repository.findByAccount(this.#deps.db, accountId, { limit: STATEMENTS_SHOWN })).map((found) =>
      presentStatement(found, now),
    )
  }

  /** @throws Refusal STATEMENT_NOT_FOUND, OBJECTED_ALREADY, OBJECTION_TOO_LATE */
  async object(accountId: string, decisionId: string, text: string): Promise<Statement> {
    return this.#deps.db.transaction(async (tx, afterCommit) => {
      const now = new Date()
      await repository.lockStatement(tx, decisionId)
      const [found] = await this.#read(tx, accountId, decisionId)
      const asked = found && {
        kind: found.statement.kind,
        createdAt: found.statement.createdAt,
        isUndone: found.isUndone,
        hasObjection: found.objection !== null,
      }
      authorize(findObjectionRefusal(asked, now))
      // The insert fails if the person objected in another tab at the same time.
      if (!(await repository.insertObjection(tx, decisionId, text))) authorize('OBJECTED_ALREADY')
      afterCommit(this.#deps.onObjected)
      const [shown] = await this.#read(tx, accountId, decisionId)
      if (!shown) throw new Error('statement of the objection not found')
      return presentStatement(shown, now)
    })
  }

  async #mail(statement: repository.StatementRow): Promise<void> {
    const { db, addresses, outbox, base } = this.#deps
    const to = await addresses.findConfirmedEmail(statement.accountId)
    if (to !== null) await outbox.enqueue(buildStatementMail({ to, statement, base }))
    await repository.markMailed(db, statement.decisionId)
  }

  /** Mails each due statement at least once, even after an interruption. */
  async sendDue(): Promise<void> {
    await drainQueue(this.#deps, repository.mailQueue, (statement) => this.#mail(statement), {
      failure: 'report_mail',
      inOrder: true,
    })
  }
}
