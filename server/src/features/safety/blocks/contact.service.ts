import { Refusal } from '@kundig/contract/errors'

import { authorize } from '../../../authorize.ts'
import type { Executor, Fragment, Transaction } from '../../../platform/database/database.ts'
import { accountRestrictions } from '../statements/restriction.service.ts'
import { findContactRefusal } from './contact.policy.ts'
import { findBlocksOfPair, lockContactShared, selectBlockedOrBlockingIds } from './contact.repository.ts'

export interface ContactService {
  isBlockedBetween: (executor: Executor, oneId: string, otherId: string) => Promise<boolean>
  /** True when neither person has blocked the other, and the author is not suspended or banned. */
  canReach: (executor: Executor, authorId: string, readerId: string) => Promise<boolean>
  /**
   * Delays blocks between the two until the transaction ends, so that a block also ends what the transaction created.
   * @throws Refusal BLOCKED_BY_YOU; NOT_TAKING_REQUESTS for a blocked person, or when the other is suspended or banned
   */
  requireContact: (tx: Transaction, fromId: string, toId: string) => Promise<void>
  /** @throws Refusal NOT_TAKING_REQUESTS for suspended or banned people */
  requireReachable: (tx: Transaction, personId: string) => Promise<void>
  selectBlockedWith: (userId: string) => Fragment
}

/** Refuses requests to people who cannot answer, without giving the reason. */
async function requireReachablePerson(tx: Transaction, personId: string): Promise<void> {
  if ((await accountRestrictions.holdRestricted(tx, [personId])).length > 0) throw new Refusal('NOT_TAKING_REQUESTS')
}

const isBlockedBetween: ContactService['isBlockedBetween'] = async (executor, oneId, otherId) => {
  const { byOne, byOther } = await findBlocksOfPair(executor, oneId, otherId)
  return byOne || byOther
}

export const contact: ContactService = {
  isBlockedBetween,
  canReach: async (executor, authorId, readerId) =>
    (await accountRestrictions.find(executor, authorId)).state === 'good' &&
    !(await isBlockedBetween(executor, authorId, readerId)),
  requireReachable: requireReachablePerson,
  requireContact: async (tx, fromId, toId) => {
    await lockContactShared(tx, fromId, toId)
    authorize(findContactRefusal(await findBlocksOfPair(tx, fromId, toId)))
    await requireReachablePerson(tx, toId)
  },
  selectBlockedWith: selectBlockedOrBlockingIds,
}
