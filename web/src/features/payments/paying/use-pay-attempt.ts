import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import type { Message } from '@kundig/contract/chat/chat.contract'
import type { ErrorCode } from '@kundig/contract/errors'
import type { PaymentDecision, PaymentStatus } from '@kundig/contract/payments/payment-life-cycle'

import { client } from '../../../platform/api/client.ts'
import { toFailure, isWorthRetrying } from '../../../platform/api/failure.ts'
import { useStore } from '../../../platform/state/store.ts'
import { sessionQuery } from '../../auth/session.queries.ts'
import { cardsQuery, findPayableCard } from '../cards/card.queries.ts'
import { configurationQuery } from '../provider/configuration.queries.ts'
import { trackPaymentBlock } from '../provider/paying-block.ts'
import { loadProvider } from '../provider/provider-loader.ts'
import { setOptimisticOutcome } from '../request-card/optimistic-outcome.ts'
import type { PaymentMessage } from '../request-card/payment-message.ts'
import { PayAttempt, type PayAttemptOptions } from './pay-attempt.ts'
import { isPaymentUnderWay, type PayState } from './pay-state.ts'

/** Polling interval for a payment that the bank is processing (ms). */
const POLL_EVERY_MS = 3000

/** Delay before the outcome is reported to the server again (ms). */
const REPORT_AGAIN_AFTER_MS = 1000

export interface PayAttemptInput extends Pick<PayAttemptOptions, 'onEnded' | 'onError'> {
  message: PaymentMessage
  onMessage: (message: Message) => void
  /** Refetches a decided request's message, because this tab may not have the result. */
  refresh: (message: PaymentMessage) => Promise<void>
}

export function usePayAttempt(input: PayAttemptInput): { attempt: PayAttempt; state: PayState } {
  const queryClient = useQueryClient()
  // The attempt keeps the callbacks of the first render, even if the screen has changed when the attempt ends.
  const [attempt] = useState(() => createAttempt(queryClient, input))
  const state = useStore(attempt.state)
  useEffect(() => void attempt.open(), [attempt])

  const { status } = input.message.payment
  // A decision does not interrupt an attempt in progress. It is applied later if the attempt ends without a result.
  const isBusy = isPaymentUnderWay(state)
  useEffect(() => {
    if (status !== 'pending' && !isBusy) attempt.decided()
  }, [attempt, status, isBusy])

  const isProcessing = state.step === 'processing'
  useEffect(() => {
    return isProcessing ? attempt.poll(POLL_EVERY_MS) : undefined
  }, [attempt, isProcessing])

  return { attempt, state }
}

function createAttempt(
  queryClient: QueryClient,
  { message, onMessage, refresh, onEnded, onError }: PayAttemptInput,
): PayAttempt {
  const { id, new_card_only: newCardOnly } = message.payment

  async function reportDecision(decision: PaymentDecision): Promise<PaymentStatus> {
    const decided = await client.payments.updateStatus({
      id,
      room_id: message.room_id,
      message_id: message.id,
      status: decision,
    })
    onMessage(decided)
    return decided.status ?? 'pending'
  }

  return new PayAttempt({
    loadProvider: async () => loadProvider(await queryClient.query(configurationQuery)),
    clientSecret: async () => (await trackPaymentBlock(client.payments.clientSecret({ id }))).clientSecret,
    defaultCard: async () => (newCardOnly ? null : findPayableCard((await queryClient.query(cardsQuery)).items)),
    withLock: (work) => withLock(`kundig-pay-${id}`, work),
    decide: async (decision) => {
      try {
        return await reportDecision(decision)
      } catch (error) {
        if (isWorthRetrying(error)) {
          await new Promise((resolve) => setTimeout(resolve, REPORT_AGAIN_AFTER_MS))
          return reportDecision(decision)
        }
        // Refetches the message first, so that its status replaces the optimistic status without a flicker.
        if (toFailure(error).code === 'PAYMENT_DECIDED') await refresh(message)
        throw error
      }
    },
    toErrorCode: (error, fallback) => {
      const { code } = toFailure(error, fallback)
      if (code !== 'NO_SESSION') return code
      void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
      return 'PAYMENT_NO_SESSION' satisfies ErrorCode
    },
    onOptimistic: (outcome) => setOptimisticOutcome(queryClient, id, outcome),
    onEnded,
    onError,
  })
}

/** Runs work under a lock. Pages without HTTPS have no locks, but the single intent prevents a second charge. */
async function withLock(name: string, work: () => Promise<void>): Promise<boolean> {
  if (!('locks' in navigator)) {
    await work()
    return true
  }
  return navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (!lock) return false
    await work()
    return true
  })
}
