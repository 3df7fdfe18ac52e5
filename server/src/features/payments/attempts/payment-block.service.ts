import type { Stripe } from 'stripe'

import { Refusal } from '@kundig/contract/errors'

import type { NoteFailure } from '../../../failures.ts'
import type { AfterCommit, Database, Executor, Transaction } from '../../../platform/database/database.ts'
import { describeError, type Logger } from '../../../platform/logging/logger.ts'
import type { CustomerService } from '../customers/customer.service.ts'
import { CARD_TESTING } from '../payments.limits.ts'
import type { IntentReplacementService } from './intent-replacement.service.ts'
import * as repository from './payment-block.repository.ts'

/** So many blocks are taken at a time; another server takes the next ones. */
const AT_A_TIME = 10

export interface PaymentBlockServiceOptions {
  db: Database
  stripe: Stripe
  customers: Pick<CustomerService, 'find'>
  replacement: IntentReplacementService
  logger: Logger
  noteFailure: NoteFailure
}

/**
 * Blocks who has too many cards declined: people who try out stolen cards. Nobody gets a client secret during the block, and those
 * that were handed out stop working: what they belong to is cancelled at Stripe after the commit. A request for money stays pending
 * with another intent, so that it can be paid later.
 */
export function createPaymentBlockService(options: PaymentBlockServiceOptions) {
  const { db, stripe, customers, replacement, logger, noteFailure } = options
  const underWay = new Set<Promise<void>>()

  async function cancelSetups(personId: string): Promise<void> {
    const customer = await customers.find(personId)
    if (customer === null) return
    for await (const setup of stripe.setupIntents.list({ customer, limit: 100 })) {
      if (setup.status.startsWith('requires_')) await cancelSetup(stripe, setup.id)
    }
  }

  async function cancelAll(block: repository.PaymentBlockRow): Promise<void> {
    const found = await repository.findToReplace(db, block)
    const work = [cancelSetups(block.personId), ...found.map((row) => replacement.replace(row, { blockId: block.id }))]
    const failed = (await Promise.allSettled(work)).find((one) => one.status === 'rejected')
    if (failed) {
      logger.warn({ reason: describeError(failed.reason) }, 'what a blocked person could pay is cancelled later')
      noteFailure('payment')
    } else if ((await repository.findToReplace(db, block)).length === 0) await repository.finish(db, block.id)
  }

  const tryAll = (block: repository.PaymentBlockRow): Promise<void> =>
    cancelAll(block).catch((error: unknown) => {
      logger.warn({ reason: describeError(error) }, 'what a blocked person could pay is cancelled later')
      noteFailure('payment')
    })

  return {
    /** Blocks somebody, where so many cards were declined. What they could pay is cancelled soon after the commit. */
    blockIfDue: async (tx: Transaction, afterCommit: AfterCommit, personId: string): Promise<void> => {
      if (!(await repository.isDue(tx, personId, CARD_TESTING))) return
      const block = await repository.begin(tx, personId, CARD_TESTING.blockMs)
      afterCommit(() => {
        logger.warn({ person: personId, block: block.id }, 'somebody is blocked: too many cards were declined')
        const work = tryAll(block)
        underWay.add(work)
        void work.finally(() => underWay.delete(work))
      })
    },

    /** @throws Refusal PAYING_BLOCKED for somebody who is blocked, with after how many seconds that ends */
    refuseBlocked: async (personId: string): Promise<void> => {
      const block = await repository.findHolding(db, personId)
      if (!block) return
      throw new Refusal(
        'PAYING_BLOCKED',
        undefined,
        Math.max(1, Math.ceil((block.endsAt.getTime() - Date.now()) / 1000)),
      )
    },

    /** Does what was not done at once. */
    cancelDue: async (): Promise<void> => {
      await Promise.all((await repository.takeDue(db, AT_A_TIME)).map(tryAll))
    },

    /** Lets what is under way finish. */
    settled: async (): Promise<void> => {
      await Promise.all(underWay)
    },

    ofOperators: {
      /** What blocks somebody now. */
      find: async (executor: Executor, personId: string): Promise<{ beganAt: Date; endsAt: Date } | null> =>
        (await repository.findHolding(executor, personId)) ?? null,

      /**
       * Lets somebody pay again before the time.
       * @throws Refusal PAYMENT_BLOCK_OVER where nothing blocks them
       */
      lift: async (tx: Executor, personId: string): Promise<void> => {
        if (!(await repository.lift(tx, personId))) throw new Refusal('PAYMENT_BLOCK_OVER')
      },
    },
  }
}

export type PaymentBlockService = ReturnType<typeof createPaymentBlockService>

/** One that has become a card meanwhile, or is cancelled, stays as it is. */
async function cancelSetup(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.setupIntents.cancel(id)
  } catch (error) {
    const { status } = await stripe.setupIntents.retrieve(id)
    if (status.startsWith('requires_')) throw error
  }
}
