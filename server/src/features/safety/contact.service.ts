import { authorize } from '../../authorize.ts'
import type { Executor, Fragment, Transaction } from '../../platform/database/database.ts'
import { contactRefusal } from './contact.policy.ts'
import { findBetween, holdContact, selectBlockedWith } from './contact.repository.ts'

/** Who may have to do with whom: for every feature by which people reach each other. */
export interface ContactService {
  /** Whether either of two people has blocked the other. */
  isBlockedBetween: (executor: Executor, oneId: string, otherId: string) => Promise<boolean>
  /**
   * Goes on only where one person may ask another for contact. Until the transaction ends neither can block the other, so
   * that what it makes is there for the block to end.
   * @throws Refusal BLOCKED_BY_YOU, NOT_TAKING_REQUESTS
   */
  requireContact: (tx: Transaction, fromId: string, toId: string) => Promise<void>
  /** A subquery for the ids of everybody between whom and a person there is a block. */
  selectBlockedWith: (userId: string) => Fragment
}

export const contact: ContactService = {
  isBlockedBetween: async (executor, oneId, otherId) => {
    const { byOne, byOther } = await findBetween(executor, oneId, otherId)
    return byOne || byOther
  },
  requireContact: async (tx, fromId, toId) => {
    await holdContact(tx, fromId, toId)
    authorize(contactRefusal(await findBetween(tx, fromId, toId)))
  },
  selectBlockedWith,
}
