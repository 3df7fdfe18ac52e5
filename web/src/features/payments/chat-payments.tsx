import { Ban, Undo2 } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'

import type { Message, Room } from '@kundig/contract/chat/chat.contract'
import type { PaymentOfMessage } from '@kundig/contract/chat/payment-message'

import type { MenuItem } from '../../design-system/layers/menu-list.tsx'
import { useLazyModule } from '../../design-system/lazy-module.ts'
import { toast } from '../../design-system/toasts/toast.tsx'
import { formatMoney } from '../../platform/i18n/format.ts'
import { useLanguage } from '../../platform/i18n/language.tsx'
import { useErrorText, useTexts } from '../../platform/i18n/texts.ts'
import { useViewerId } from '../auth/session-viewer.ts'
import { AskButton } from './asking/ask-button.tsx'
import type { AskDraft } from './asking/ask-drafts.ts'
import { consumeInterruptedRequest } from './asking/ask-resume.ts'
import type { PayDialogProps } from './paying/pay-dialog.tsx'
import { canStartRefund } from './refunding/refundable.ts'
import { useRefundStepText } from './refunding/use-refund-words.ts'
import { findPaymentMessage, type PaymentMessage, type RoomMessage } from './request-card/payment-message.ts'
import { type PaymentDialog, PaymentRequestCard } from './request-card/payment-request-card.tsx'
import { returnFocus } from './request-card/request-card-focus.ts'
import { requestCardTexts } from './request-card/request-card.messages.ts'
import { consumeStartedPayment } from './returning/pay-resume.ts'

const loadPayDialog = () => import('./paying/pay-dialog.tsx')
const loadAskDialog = () => import('./asking/ask-dialog.tsx')
const loadRefundDialog = () => import('./refunding/refund-dialog.tsx')
const loadEndDialog = () => import('./request-card/end-request-dialog.tsx')
const LOADS = { pay: loadPayDialog, refund: loadRefundDialog, decline: loadEndDialog, withdraw: loadEndDialog }

interface OpenedDialog {
  /** Payment's id. */
  id: string
  dialog: PaymentDialog
  opener: Element | null
}

/** Pass stable functions. Otherwise every row of the list is rendered again. */
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
  const [opened, setOpened] = useState<OpenedDialog | null>(null)
  const [asking, setAsking] = useState<{ roomId: string; prefilled: AskDraft | null } | null>(null)

  // Returns the focus in an effect, because the dialog keeps the focus until React removes it.
  useEffect(() => (opened ? () => returnFocus(opened.opener, opened.id) : undefined), [opened])

  /** Shows an error when the dialog's code fails to load. The load is retried, so the dialog may open late. */
  const fetchCode = useCallback(
    (load: () => Promise<unknown>): void => void load().catch(() => toast.error(errorText('NETWORK'))),
    [errorText],
  )
  const open = useCallback(
    (dialog: PaymentDialog, { id }: PaymentOfMessage): void => {
      setOpened({ id, dialog, opener: document.activeElement })
      fetchCode(LOADS[dialog])
    },
    [fetchCode],
  )
  function closeDialog(): void {
    // A late answer must not close another dialog.
    setOpened((now) => (now === opened ? null : now))
  }
  const ask = useCallback(
    (roomId: string, prefilled: AskDraft | null): void => {
      setAsking({ roomId, prefilled })
      fetchCode(loadAskDialog)
    },
    [fetchCode],
  )

  const describe = useCallback(
    ({ payment }: PaymentMessage): string => {
      const { declined, withdrawn, noLongerOpen: cancelled, expired, failed } = texts
      const rejected = { declined, withdrawn, cancelled, expired, failed }[payment.ended_by ?? 'failed']
      const status = { pending: texts.pending, completed: texts.completed, rejected }[payment.status]
      return texts.describe(formatMoney(payment.amount, payment.currency, language), payment.description, status)
    },
    [texts, language],
  )
  // Stable, because each row of the list receives it.
  const renderRequest = useCallback(
    (message: PaymentMessage, room: Room): ReactNode => (
      <PaymentRequestCard
        message={message}
        room={room}
        onOpen={open}
        onMessage={onMessage}
        refresh={refresh}
        onAskAgain={({ amount, description }) =>
          ask(room.id, { amount: formatTypedAmount(amount, language), description })
        }
      />
    ),
    [open, ask, onMessage, refresh, language],
  )

  return {
    describe,
    describeRefund: useRefundStepText(),
    renderRequest,
    listActions: ({ payment, sender_id }: PaymentMessage, { partner }: Room): readonly MenuItem[] => {
      const isSeller = sender_id !== partner.id
      if (isSeller && payment.status === 'pending')
        return [{ label: texts.withdraw, icon: <Ban size={18} />, onSelect: () => open('withdraw', payment) }]
      if (!canStartRefund(payment, isSeller)) return []
      const label = isSeller ? texts.refund : texts.askBack
      return [{ label, icon: <Undo2 size={18} />, onSelect: () => open('refund', payment) }]
    },
    renderAction: (room: Room): ReactNode => <AskButton onClick={() => ask(room.id, null)} />,
    renderDialogs: (room: Room, messages: readonly RoomMessage[]): ReactNode => (
      <>
        <PaymentResumer room={room} messages={messages} onFound={(payment) => open('pay', payment)} />
        <PaymentRequestResumer room={room} onFound={() => ask(room.id, null)} />
        <ActivePaymentDialog
          room={room}
          dialog={opened?.dialog}
          message={opened ? findPaymentMessage(messages, opened.id) : undefined}
          onMessage={onMessage}
          refresh={refresh}
          leaveGuard={leaveGuard}
          onClose={closeDialog}
        />
        <LazyAskDialog
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

function PaymentResumer({
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
    // Checks only once, because a payment that is stored later is in progress in this tab.
    if (!isLooking.current || messages.length === 0) return
    isLooking.current = false
    const paying = consumeStartedPayment(userId, room.id)
    const payment = paying && findPaymentMessage(messages, paying.paymentRequestId)?.payment
    if (payment?.status === 'pending') onFound(payment)
  })
  return null
}

function PaymentRequestResumer({ room: { id, status }, onFound }: { room: Room; onFound: () => void }) {
  const userId = useViewerId()
  const open = useEffectEvent(onFound)
  useEffect(() => {
    if (status === 'open' && consumeInterruptedRequest(userId, id)) open()
  }, [userId, id, status])
  return null
}

interface ActivePaymentDialogProps extends ChatPaymentsOptions {
  room: Room
  dialog: PaymentDialog | undefined
  message: PaymentMessage | undefined
  onClose: () => void
}

function ActivePaymentDialog({
  room,
  dialog,
  message,
  onMessage,
  refresh,
  leaveGuard,
  onClose,
}: ActivePaymentDialogProps) {
  const shown = message && dialog
  const isEnding = shown === 'decline' || shown === 'withdraw'
  const paying = useLazyModule(loadPayDialog, shown === 'pay')
  const refunding = useLazyModule(loadRefundDialog, shown === 'refund')
  const ending = useLazyModule(loadEndDialog, isEnding)
  if (!message) return null
  const { id, full_name: name } = room.partner
  const rest = { onMessage, refresh, onClose }
  return (
    <>
      {paying && <paying.PayDialog key={message.id} room={room} message={message} leaveGuard={leaveGuard} {...rest} />}
      {ending && isEnding && (
        <ending.EndRequestDialog key={message.id} as={shown} message={message} partnerName={name} {...rest} />
      )}
      {refunding && (
        <refunding.RefundDialog
          key={message.id}
          payment={message.payment}
          as={message.sender_id === id ? 'buyer' : 'seller'}
          name={name}
          onMessage={onMessage}
          onClose={onClose}
        />
      )}
    </>
  )
}

function LazyAskDialog({
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
