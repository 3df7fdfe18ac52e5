import { z } from 'zod'

import { normaliseEmail } from '@kundig/contract/auth/credentials'
import { Refusal } from '@kundig/contract/errors'
import { OPERATIONS_LIMITS } from '@kundig/contract/operations/operations-limits'
import type { OperatorRole } from '@kundig/contract/operations/operator-roles'
import {
  type FoundPerson,
  PEOPLE_FOUND_MAX,
  PERSON_ROWS_SHOWN,
  type PersonAccount,
} from '@kundig/contract/operations/people.contract'
import { countLetters } from '@kundig/contract/texts/sanitising'

import { authorize } from '../../../authorize.ts'
import type { Database } from '../../../platform/database/database.ts'
import { foldLetters } from '../../../platform/database/folding.ts'
import type { PaymentBlockService } from '../../payments/attempts/payment-block.service.ts'
import type { ReportQueueService } from '../../safety/reports/report-queue.service.ts'
import { findSuspendRefusal } from '../cases/decision.policy.ts'
import type { DecisionService } from '../cases/decision.service.ts'
import { recordAuditEntry } from '../team/audit-log.repository.ts'
import { presentAccount, presentFoundPerson } from './person.presenter.ts'
import * as repository from './person.repository.ts'

export interface PersonServiceOptions {
  db: Database
  queue: Pick<ReportQueueService, 'isConcerned'>
  decisions: Pick<DecisionService, 'aboutPerson'>
  paymentBlocks: PaymentBlockService['ofOperators']
}

const isId = (text: string): boolean => z.uuid().safeParse(text).success

/** Finds people and shows accounts to operators, without texts that people wrote. */
export class PersonService {
  readonly #deps: PersonServiceOptions

  constructor(deps: PersonServiceOptions) {
    this.#deps = deps
  }

  async #reportsOf(readerId: string, personId: string) {
    const [about, by] = await Promise.all([
      repository.findCasesAbout(this.#deps.db, personId, PERSON_ROWS_SHOWN),
      repository.findCasesBy(this.#deps.db, personId, PERSON_ROWS_SHOWN),
    ])
    const all = [...about.map((one) => ({ ...one, isTheirs: false })), ...by.map((one) => ({ ...one, isTheirs: true }))]
    const isHidden = await Promise.all(
      all.map(({ caseId }) => this.#deps.queue.isConcerned(this.#deps.db, caseId, readerId)),
    )
    return all.filter((_one, at) => isHidden[at] === false)
  }

  async #requestsOf(personId: string) {
    const [sent, received, latestSent, latestReceived] = await Promise.all([
      repository.countRequests(this.#deps.db, personId, 'sent'),
      repository.countRequests(this.#deps.db, personId, 'received'),
      repository.findRequests(this.#deps.db, personId, 'sent', PERSON_ROWS_SHOWN),
      repository.findRequests(this.#deps.db, personId, 'received', PERSON_ROWS_SHOWN),
    ])
    const latest = [...latestSent, ...latestReceived]
      .toSorted((one, other) => other.updatedAt.getTime() - one.updatedAt.getTime())
      .slice(0, PERSON_ROWS_SHOWN)
    return { sent, received, latest }
  }

  async find(query: string): Promise<{ items: FoundPerson[]; is_more: boolean }> {
    const wanted = query.trim()
    if (isId(wanted)) {
      return {
        items: (await repository.findById(this.#deps.db, wanted.toLowerCase())).map(presentFoundPerson),
        is_more: false,
      }
    }
    if (wanted.includes('@')) {
      return {
        items: (await repository.findByEmail(this.#deps.db, normaliseEmail(wanted))).map(presentFoundPerson),
        is_more: false,
      }
    }
    const text = await foldLetters(this.#deps.db, wanted)
    if (countLetters(text) < OPERATIONS_LIMITS.personQueryMin) throw new Refusal('INVALID_INPUT', 'query')
    const rows = await repository.findByName(this.#deps.db, text, PEOPLE_FOUND_MAX + 1)
    return { items: rows.slice(0, PEOPLE_FOUND_MAX).map(presentFoundPerson), is_more: rows.length > PEOPLE_FOUND_MAX }
  }

  /** Returns an account, after recording the view in the audit log. @throws Refusal PERSON_NOT_FOUND */
  async view(reader: { userId: string; role: OperatorRole }, personId: string): Promise<PersonAccount> {
    const { db, decisions, paymentBlocks: blocks } = this.#deps
    const [found] = await repository.findById(db, personId)
    if (!found) throw new Refusal('PERSON_NOT_FOUND')
    await recordAuditEntry(db, {
      actorId: reader.userId,
      action: 'person_seen',
      subjectKind: 'account',
      subjectId: personId,
      stateBefore: null,
      stateAfter: null,
    })
    const [access, sessions, requests, reports, decided, seller, payments, notifications, block] = await Promise.all([
      repository.findAccountAccess(db, personId),
      repository.findSessions(db, personId, PERSON_ROWS_SHOWN),
      this.#requestsOf(personId),
      this.#reportsOf(reader.userId, personId),
      decisions.aboutPerson(reader.userId, personId),
      repository.findSeller(db, personId),
      repository.findPayments(db, personId, reader.userId, PERSON_ROWS_SHOWN),
      repository.findNotifications(db, personId, PERSON_ROWS_SHOWN),
      blocks.find(db, personId),
    ])
    if (!access) throw new Refusal('PERSON_NOT_FOUND')
    const refusal = findSuspendRefusal({ id: reader.userId, role: reader.role }, { id: personId, role: access.role })
    const maySuspend = refusal === null && !found.isClosed && found.state === null
    return presentAccount(found, {
      access,
      sessions,
      requests,
      reports,
      decisions: decided,
      seller,
      payments,
      notifications,
      block,
      mayLift: refusal === null,
      maySuspend,
    })
  }

  /** Adds an audit log entry. @throws Refusal PERSON_NOT_FOUND, OWN_ACCOUNT, ROLE_NEEDED, PAYMENT_BLOCK_OVER */
  async liftPaymentBlock(operator: { userId: string; role: OperatorRole }, personId: string): Promise<void> {
    const access = await repository.findAccountAccess(this.#deps.db, personId)
    const person = { id: personId, role: access?.role ?? null }
    authorize(findSuspendRefusal({ id: operator.userId, role: operator.role }, person))
    if (!access) throw new Refusal('PERSON_NOT_FOUND')
    await this.#deps.db.transaction(async (tx) => {
      await this.#deps.paymentBlocks.lift(tx, personId)
      await recordAuditEntry(tx, {
        actorId: operator.userId,
        action: 'payment_block_lifted',
        subjectKind: 'account',
        subjectId: personId,
        stateBefore: 'paying_blocked',
        stateAfter: null,
      })
    })
  }
}
