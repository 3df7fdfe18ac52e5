import { Refusal } from '@kundig/contract/errors'

import { authorize } from '../../../authorize.ts'
import type { Executor, Fragment, Transaction } from '../../../platform/database/database.ts'
import { standing } from '../statements/standing.service.ts'
import { contactRefusal } from './contact.policy.ts'
import { findBetween, holdContact, selectBlockedWith } from './contact.repository.ts'

/** Who may have to do with whom: for every feature by which people reach each other. */
export interface ContactService {
  /** Whether either of two people has blocked the other. */
  isBlockedBetween: (executor: Executor, oneId: string, otherId: string) => Promise<boolean>
  /** True where one person's words may reach another: neither blocked the other, and the author is not suspended or banned. */
  canReach: (executor: Executor, authorId: string, readerId: string) => Promise<boolean>
  /**
   * Goes on only where one person may ask another for contact. Until the transaction ends neither can block the other, so
   * that what it makes is there for the block to end.
   * @throws Refusal BLOCKED_BY_YOU, NOT_TAKING_REQUESTS to whoever is blocked, or asks somebody who is suspended or banned
   */
  requireContact: (tx: Transaction, fromId: string, toId: string) => Promise<void>
  /** @throws Refusal NOT_TAKING_REQUESTS for whoever is suspended or banned */
  requireReachable: (tx: Transaction, personId: string) => Promise<void>
  /** A subquery for the ids of everybody between whom and a person there is a block. */
  selectBlockedWith: (userId: string) => Fragment
}

/** Who cannot answer is not asked; why is nobody's business. */
async function requireReachable(tx: Transaction, personId: string): Promise<void> {
  if ((await standing.holdRestricted(tx, [personId])).length > 0) throw new Refusal('NOT_TAKING_REQUESTS')
}

const isBlockedBetween: ContactService['isBlockedBetween'] = async (executor, oneId, otherId) => {
  const { byOne, byOther } = await findBetween(executor, oneId, otherId)
  return byOne || byOther
}

export const contact: ContactService = {
  isBlockedBetween,
  canReach: async (executor, authorId, readerId) =>
    (await standing.of(executor, authorId)).state === 'good' && !(await isBlockedBetween(executor, authorId, readerId)),
  requireReachable,
  requireContact: async (tx, fromId, toId) => {
    await holdContact(tx, fromId, toId)
    authorize(contactRefusal(await findBetween(tx, fromId, toId)))
    await requireReachable(tx, toId)
  },
  selectBlockedWith,
}
