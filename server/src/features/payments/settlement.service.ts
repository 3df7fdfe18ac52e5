import type { Stripe } from 'stripe'

import type { Room } from '@kundig/contract/chat/chat.contract'
import type { PaymentDecision, PaymentEnding } from '@kundig/contract/payments/payment-life-cycle'

import type { Database } from '../../platform/database/database.ts'
import { createAnnouncedStates } from '../../platform/live/published-states.ts'
import type { Logger } from '../../platform/logging/logger.ts'
import type { MessageService, RecordedChange } from '../chat/message.service.ts'
import type { RoomService } from '../chat/room.service.ts'
import { cancelIntent, createIntent, differencesOf, endingBy, isSpent, statusBy } from './payment-intent.ts'
import * as repository from './payment-request.repository.ts'

export interface SettlementServiceOptions {
  db: Database
  stripe: Stripe
  rooms: Pick<RoomService, 'seenByBoth' | 'announceUpdated'>
  messages: Pick<MessageService, 'recordChange' | 'lastChangeOf' | 'announceUpdated'>
  logger: Logger
}

/**
 * The one place where a payment request is decided, whoever says that it is time: the buyer, Stripe, or the sweep.
 * None of them is believed; Stripe is asked.
 */
export function createSettlementService({ db, stripe, rooms, messages, logger }: SettlementServiceOptions) {
  const announced = createAnnouncedStates()

  interface Decided {
    message: RecordedChange
    room: ReadonlyMap<string, Room>
  }

  function announce(id: string, { message, room }: Decided): void {
    if (!announced.isDue(id, 'decided')) return
    messages.announceUpdated(message)
    rooms.announceUpdated(room)
  }

  /** Tells both people of a decision that this server has not told: it may have been cut off at its commit. */
  async function announceDecided(row: repository.PaymentRequestRow | undefined): Promise<void> {
    if (!repository.isShown(row) || row.status === 'pending' || announced.has(row.id, 'decided')) return
    const message = await messages.lastChangeOf(db, row.roomId, row.seq)
    if (message) announce(row.id, { message, room: await rooms.seenByBoth(db, row.roomId) })
  }

  /**
   * Request and message are one row; the room's latest change goes with it (spec 4). Of any number that race, one
   * decides. What both people are then told is read before the commit: nothing can come between that and the telling.
   */
  async function decide(
    id: string,
    status: PaymentDecision,
    endedBy: PaymentEnding | null,
  ): Promise<repository.PaymentRequestRow | undefined> {
    const { row, decided } = await db.transaction(async (tx) => {
      const before = await repository.findByIdForUpdate(tx, id)
      if (!repository.isShown(before) || before.status !== 'pending') return { row: before, decided: null }
      const { roomId, seq } = before
      const after = await repository.setStatus(tx, id, status, endedBy)
      const message = await messages.recordChange(tx, roomId, seq)
      return { row: after, decided: { message, room: await rooms.seenByBoth(tx, roomId) } }
    })
    if (decided) {
      logger.info({ payment_request: id, status, ended_by: endedBy }, 'payment request decided')
      announce(id, decided)
    } else await announceDecided(row)
    return row
  }

  /**
   * Decides a request by its intent.
   * @param intent as Stripe has it now
   * @returns the request as it is now; pending when Stripe gives no reason to decide it
   */
  async function settleBy(
    row: repository.ShownRow,
    intent: Stripe.PaymentIntent,
  ): Promise<repository.PaymentRequestRow | undefined> {
    const status = statusBy(row, intent)
    if (status !== 'pending') return decide(row.id, status, status === 'rejected' ? endingBy(intent) : null)
    if (intent.status === 'succeeded') {
      // Somebody changed it at Stripe, or we made a mistake: money came, and not as it was asked for.
      logger.error(
        { payment_request: row.id, payment_intent: intent.id, differs: differencesOf(row, intent) },
        'a payment succeeded that is not the one that was asked for; it stays pending until a person has looked',
      )
    }
    return row
  }

  /** The id of the intent that was made for a request, or is made now; null when its key gives none any more. */
  async function intentUnderKey(row: repository.PaymentRequestRow): Promise<string | null> {
    try {
      return (await createIntent(stripe, row)).id
    } catch (error) {
      if (isSpent(error)) return null
      throw error
    }
  }

  return {
    settleBy,

    announceDecided,

    /**
     * Asks Stripe how a request's payment is, and decides the request if it can be.
     * @returns the request as it is now; undefined when there is none
     * @throws what Stripe's SDK and the database throw
     */
    settle: async (id: string): Promise<repository.PaymentRequestRow | undefined> => {
      const row = await repository.findById(db, id)
      if (!repository.isShown(row) || row.status !== 'pending') {
        await announceDecided(row)
        return row
      }
      return settleBy(row, await stripe.paymentIntents.retrieve(row.stripePaymentIntentId))
    },

    /**
     * Removes a request that was never shown, after cancelling its intent, if it has one. Which one that is, if any,
     * the key tells: under it Stripe answers with the first, or makes one now. Should the request be shown after all
     * at this very moment, it stays, with a cancelled intent, and the next settlement rejects it.
     * @throws what Stripe's SDK and the database throw; then it is still there
     */
    abandon: async (row: repository.PaymentRequestRow): Promise<void> => {
      const id = await intentUnderKey(row)
      if (id !== null) {
        const { status } = await cancelIntent(stripe, id, 'abandoned')
        if (status !== 'canceled')
          throw new Error('The intent of a request that nobody has seen could not be cancelled')
      }
      await repository.drop(db, row.id)
    },
  }
}

export type SettlementService = ReturnType<typeof createSettlementService>
