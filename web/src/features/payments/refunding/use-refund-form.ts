import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import type { Message } from '@kundig/contract/chat/chat.contract'
import type { ErrorCode } from '@kundig/contract/errors'
import { parseCents, checkAmount } from '@kundig/contract/payments/amounts/amount-rules'
import { checkRefundReason } from '@kundig/contract/refunds/refund-rules'

import { client } from '../../../platform/api/client.ts'
import { getSessionSignal } from '../../../platform/api/session-state.ts'
import { useCheckedForm } from '../../../platform/forms/use-checked-form.ts'
import { toDraftKey } from '../../../platform/state/draft-store.ts'
import { useViewerId } from '../../auth/session-viewer.ts'
import { forgetRefundDraft, readRefundDraft, type RefundDraft, saveRefundDraft } from './refund-drafts.ts'

const ABOUT_THE_AMOUNT: readonly ErrorCode[] = [
  'AMOUNT_REQUIRED',
  'AMOUNT_INVALID',
  'AMOUNT_TOO_SMALL',
  'AMOUNT_TOO_LARGE',
  'REFUND_TOO_LARGE',
]
const ABOUT_THE_REASON: readonly ErrorCode[] = [
  'REFUND_REASON_REQUIRED',
  'TEXT_INVALID',
  'TEXT_TOO_LONG',
  'ONLY_MARKUP',
]

/** Validates a typed refund amount. @param left remaining refundable amount (cents) */
export function checkRefundAmount(text: string, left: number): ErrorCode | null {
  const wrong = checkAmount(text)
  if (wrong === 'AMOUNT_TOO_LARGE') return 'REFUND_TOO_LARGE'
  return wrong ?? ((parseCents(text) ?? 0) > left ? 'REFUND_TOO_LARGE' : null)
}

export interface RefundFormOptions {
  paymentRequestId: string
  as: 'seller' | 'buyer'
  proposed: string
  left: number
  onSent: (message: Message, cents: number) => void
}

/** Form for a refund by the seller, or for a refund request by the buyer. Typed values stay until they are sent. */
export function useRefundForm({ paymentRequestId: id, as, proposed, left, onSent }: RefundFormOptions) {
  const queryClient = useQueryClient()
  const key = toDraftKey(useViewerId() ?? '', id)
  const [stored, setStored] = useState(() => readRefundDraft(key, () => crypto.randomUUID()))
  const [question, setQuestion] = useState<{ cents: number; answer: (isYes: boolean) => void } | null>(null)
  const [isSending, setIsSending] = useState(false)

  const form = useCheckedForm<RefundDraft>({
    initial: { amount: stored.amount === '' && stored.reason === '' ? proposed : stored.amount, reason: stored.reason },
    check: ({ amount, reason }) => ({ amount: checkRefundAmount(amount, left), reason: checkRefundReason(reason) }),
    send: async (draft) => {
      const cents = parseCents(draft.amount) ?? 0
      // A refund is final, so it needs a confirmation. A refund request can be withdrawn.
      const isSure = as === 'buyer' || (await new Promise<boolean>((answer) => setQuestion({ cents, answer })))
      if (!isSure) return setQuestion(null)
      const ended = getSessionSignal(queryClient)
      setIsSending(true)
      try {
        saveRefundDraft(key, { ...draft, clientId: stored.clientId })
        const input = { id, client_id: stored.clientId, ...draft }
        const message = await (as === 'seller' ? client.payments.refund(input) : client.payments.requestRefund(input))
        forgetRefundDraft(key)
        if (!ended.aborted) onSent(message, cents)
      } finally {
        setIsSending(false)
        setQuestion(null)
      }
    },
    fallback: 'REFUND_FAILED',
    findField: (code) => {
      if (ABOUT_THE_AMOUNT.includes(code)) return 'amount'
      return ABOUT_THE_REASON.includes(code) ? 'reason' : undefined
    },
  })

  // Another tab or Stripe may make a refund while the question is open, which makes the question outdated.
  const askedWith = useRef(left)
  useEffect(() => {
    if (askedWith.current === left) return
    askedWith.current = left
    if (!isSending) question?.answer(false)
  }, [left, question, isSending])

  return {
    ...form,
    question,
    isSending,
    set: (field: keyof RefundDraft, value: string): void => {
      const draft = { ...form.values, [field]: value, clientId: crypto.randomUUID() }
      setStored(draft)
      saveRefundDraft(key, draft)
      form.set(field, value)
    },
  }
}
