import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'

import type { Message, Room } from '@kundig/contract/chat/chat.contract'
import type { PaymentOfMessage } from '@kundig/contract/chat/payment-message'

import { useLazyModule } from '../../design-system/lazy-module.ts'
import { toast } from '../../design-system/toasts/toast.tsx'
import { formatMoney } from '../../platform/i18n/format.ts'
import { useLanguage } from '../../platform/i18n/language.tsx'
import { useErrorText, useTexts } from '../../platform/i18n/texts.ts'
import { useViewerId } from '../auth/session-viewer.ts'
import { AskButton } from './asking/ask-button.tsx'
import type { AskDraft } from './asking/ask-drafts.ts'
import { consumeAsking } from './asking/ask-resume.ts'
import type { PayDialogProps } from './paying/pay-dialog.tsx'
import { useRefundWords } from './refunding/use-refund-words.ts'
import { findPaymentMessage, type PaymentMessage, type RoomMessage } from './request-card/payment-message.ts'
import { PaymentRequestCard } from './request-card/payment-request-card.tsx'
import { focusRequestCard } from './request-card/request-card-focus.ts'
import { requestCardTexts } from './request-card/request-card.messages.ts'
import { consumePaying } from './returning/pay-resume.ts'

const loadPayDialog = () => import('./paying/pay-dialog.tsx')
const loadAskDialog = () => import('./asking/ask-dialog.tsx')

export interface ChatPaymentsOptions {
  onMessage: (message: Message) => void
  /** Refetches a message that may be outdated. Never rejects. */
  refresh: (message: PaymentMessage) => Promise<void>
  leaveGuard: PayDialogProps['leaveGuard']
}

export function useChatPayments({ onMessage, refresh, leaveGuard }: ChatPaymentsOptions) {
  const texts = useTexts(requestCardTexts)
  const language = useLanguage()
  const errorText = useErrorText()
  const [payingId, setPayingId] = useState<string | null>(null)
  const [asking, setAsking] = useState<{ roomId: string; prefilled: AskDraft | null } | null>(null)

  /** Shows a message, because a failed load is retried and the dialog opens late. */
  const fetchCode = (load: () => Promise<unknown>): void => void load().catch(() => toast.error(errorText('NETWORK')))
  function pay({ id }: PaymentOfMessage): void {
    setPayingId(id)
    fetchCode(loadPayDialog)
  }
  function ask(roomId: string, prefilled: AskDraft | null): void {
    setAsking({ roomId, prefilled })
    fetchCode(loadAskDialog)
  }

  const describe = useCallback(
    ({ payment }: PaymentMessage): string => {
      const { declined, withdrawn, noLongerOpen: cancelled, expired, failed } = texts
      const rejected = { declined, withdrawn, cancelled, expired, failed }[payment.ended_by ?? 'failed']
      const status = { pending: texts.pending, completed: texts.completed, rejected }[payment.status]
      return texts.describe(formatMoney(payment.amount, payment.currency, language), payment.description, status)
    },
    [texts, language],
  )

  return {
    describe,
    describeRefund: useRefundWords(),
    renderRequest: (message: PaymentMessage, room: Room): ReactNode => (
      <PaymentRequestCard
        message={message}
        room={room}
        onPay={pay}
        onMessage={onMessage}
        refresh={refresh}
        onAskAgain={({ amount, description }) =>
          ask(room.id, { amount: formatTypedAmount(amount, language), description })
        }
      />
    ),
    renderAction: (room: Room): ReactNode => <AskButton onClick={() => ask(room.id, null)} />,
    renderDialogs: (room: Room, messages: readonly RoomMessage[]): ReactNode => (
      <>
        <ResumedPayment room={room} messages={messages} onFound={pay} />
        <ResumedRequest room={room} onFound={() => ask(room.id, null)} />
        <OpenPayDialog
          room={room}
          message={payingId === null ? undefined : findPaymentMessage(messages, payingId)}
          onMessage={onMessage}
          refresh={refresh}
          leaveGuard={leaveGuard}
          onClose={() => {
            setPayingId(null)
            if (payingId !== null) focusRequestCard(payingId)
          }}
        />
        <OpenAskDialog
          room={room}
          asking={asking?.roomId === room.id ? asking : null}
          onAsked={onMessage}
          onClose={() => setAsking(null)}
        />
      </>
    ),
  }
}

function formatTypedAmount(cents: number, language: string): string {
  const text = (cents / 100).toFixed(2)
  return language === 'nl' ? text.replace('.', ',') : text
}

function ResumedPayment({
  room,
  messages,
  onFound,
}: {
  room: Room
  messages: readonly RoomMessage[]
  onFound: (payment: PaymentOfMessage) => void
}) {
  const userId = useViewerId()
  const isLooking = useRef(true)
  useEffect(() => {
    // Checks only once: a payment remembered later is being paid in this tab right now.
    if (!isLooking.current || messages.length === 0) return
    isLooking.current = false
    const paying = consumePaying(userId, room.id)
    const payment = paying && findPaymentMessage(messages, paying.paymentRequestId)?.payment
    if (payment?.status === 'pending') onFound(payment)
  })
  return null
}

function ResumedRequest({ room: { id, status }, onFound }: { room: Room; onFound: () => void }) {
  const userId = useViewerId()
  const open = useEffectEvent(onFound)
  useEffect(() => {
    if (status === 'open' && consumeAsking(userId, id)) open()
  }, [userId, id, status])
  return null
}

function OpenPayDialog({
  room,
  message,
  ...rest
}: {
  room: Room
  message: PaymentMessage | undefined
  onMessage: (message: Message) => void
  refresh: (message: PaymentMessage) => Promise<void>
  onClose: () => void
  leaveGuard: ChatPaymentsOptions['leaveGuard']
}) {
  const code = useLazyModule(loadPayDialog, message !== undefined)
  return code && message ? <code.PayDialog key={message.id} room={room} message={message} {...rest} /> : null
}

function OpenAskDialog({
  room,
  asking,
  ...rest
}: {
  room: Room
  asking: { prefilled: AskDraft | null } | null
  onAsked: (message: Message) => void
  onClose: () => void
}) {
  const code = useLazyModule(loadAskDialog, asking !== null)
  return code && asking ? <code.AskDialog room={room} prefilled={asking.prefilled} {...rest} /> : null
}
