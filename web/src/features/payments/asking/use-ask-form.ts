import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { Message, Room } from '@kundig/contract/chat/chat.contract'
import { type ErrorCode, Refusal } from '@kundig/contract/errors'
import { PAYMENTS } from '@kundig/contract/limits'
import { parseCents, checkAmount } from '@kundig/contract/payments/amounts/amount-rules'
import { computeSmallestValidAmount } from '@kundig/contract/payments/amounts/fee-rule'
import { checkDescription } from '@kundig/contract/payments/description-rules'

import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { getSessionSignal } from '../../../platform/api/session-state.ts'
import { useCheckedForm } from '../../../platform/forms/use-checked-form.ts'
import { formatMoney } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { toDraftKey } from '../../../platform/state/draft-store.ts'
import { useViewerId } from '../../auth/session-viewer.ts'
import { configurationQuery } from '../provider/configuration.queries.ts'
import { type AskDraft, getOrCreateClientId, forgetAskDraft, saveAskDraft, readAskDraft } from './ask-drafts.ts'
import { askingTexts } from './asking.messages.ts'

const ABOUT_THE_AMOUNT: readonly ErrorCode[] = [
  'AMOUNT_REQUIRED',
  'AMOUNT_INVALID',
  'AMOUNT_TOO_SMALL',
  'AMOUNT_TOO_LARGE',
  'AMOUNT_BELOW_PROVIDER_MINIMUM',
  'AMOUNT_BELOW_LEAST',
]
const ABOUT_THE_DESCRIPTION: readonly ErrorCode[] = ['TEXT_INVALID', 'TEXT_TOO_LONG', 'ONLY_MARKUP']

export interface AskFormOptions {
  room: Room
  prefilled: AskDraft | null
  onAsked: (message: Message) => void
  onClose: () => void
}

function checkAskedAmount(text: string, least: number | null): ErrorCode | null {
  return checkAmount(text) ?? ((parseCents(text) ?? 0) < (least ?? 0) ? 'AMOUNT_BELOW_LEAST' : null)
}

export function useAskForm({ room, prefilled, onAsked, onClose }: AskFormOptions) {
  const queryClient = useQueryClient()
  const texts = useTexts(askingTexts)
  const language = useLanguage()
  const key = toDraftKey(useViewerId() ?? '', room.id)
  const [initial] = useState(() => prefilled ?? readAskDraft(key))
  const [isNotSetUp, setIsNotSetUp] = useState(false)
  // Owners of the site may change the fee while this page is open.
  const configuration = useQuery({ ...configurationQuery, refetchOnMount: 'always' })
  const rule = configuration.data?.fee ?? null
  const least = rule && computeSmallestValidAmount(rule, rule.minimum_cents)

  const form = useCheckedForm<AskDraft>({
    initial,
    check: ({ amount, description }) => ({
      amount: checkAskedAmount(amount, least),
      description: checkDescription(description),
    }),
    send: async (draft) => {
      const ended = getSessionSignal(queryClient)
      const input = {
        room_id: room.id,
        client_id: getOrCreateClientId(key, draft, () => crypto.randomUUID()),
        ...draft,
      }
      const message = await client.payments.ask(input).catch((error: unknown) => {
        throw toFailure(error).code === 'NO_SESSION' ? new Refusal('PAYMENT_NO_SESSION') : error
      })
      forgetAskDraft(key)
      onAsked(message)
      // Another person may have logged in during the request.
      if (ended.aborted) return
      toast.success(texts.sent(formatMoney(parseCents(draft.amount) ?? 0, PAYMENTS.currency, language)))
      onClose()
    },
    fallback: 'PAYMENT_CREATE_FAILED',
    onRefused: (code) => {
      if (code === 'SELLER_NOT_SET_UP') setIsNotSetUp(true)
      // The fee was changed while the form was open.
      if (code === 'AMOUNT_BELOW_LEAST') void configuration.refetch()
      return code === 'SELLER_NOT_SET_UP'
    },
    findField: (code) => {
      if (ABOUT_THE_AMOUNT.includes(code)) return 'amount'
      return ABOUT_THE_DESCRIPTION.includes(code) ? 'description' : undefined
    },
  })

  return {
    ...form,
    isNotSetUp,
    /** Fee rule and minimum amount (cents); null until loaded. */
    rule,
    least,
    set: (field: keyof AskDraft, value: string): void => {
      saveAskDraft(key, { ...form.values, [field]: value })
      form.set(field, value)
    },
  }
}
