import { useQuery } from '@tanstack/react-query'
import { Ban, Check, Clock, Hourglass, X } from 'lucide-react'

import type { Message, Room } from '@kundig/contract/chat/chat.contract'
import type { PaymentOfMessage } from '@kundig/contract/chat/payment-message'

import { Badge } from '../../../design-system/badge.tsx'
import { Button } from '../../../design-system/button.tsx'
import { cx } from '../../../design-system/class-names.ts'
import { useLazyModule } from '../../../design-system/lazy-module.ts'
import { formatMoment, formatMoney } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { optimisticOutcomeQuery } from './optimistic-outcome.ts'
import type { PaymentMessage } from './payment-message.ts'
import { toRequestCardId } from './request-card-focus.ts'
import { RequestCardFrame } from './request-card-frame.tsx'
import { requestCardTexts } from './request-card.messages.ts'

const loadCardToPayWith = () => import('./card-to-pay-with.tsx')
const loadRefunding = () => import('../refunding/payment-refunds.tsx')

export type PaymentDialog = 'pay' | 'decline' | 'withdraw' | 'refund'

export interface PaymentRequestCardProps {
  message: PaymentMessage
  room: Room
  onOpen: (dialog: PaymentDialog, payment: PaymentOfMessage) => void
  onAskAgain: (payment: PaymentOfMessage) => void
  onMessage: (message: Message) => void
  refresh: (message: PaymentMessage) => Promise<void>
}

/** Payment request (spec 2): only its receiver can pay, and only while it is pending. */
export function PaymentRequestCard({ message, room, onOpen, onAskAgain, onMessage, refresh }: PaymentRequestCardProps) {
  const texts = useTexts(requestCardTexts)
  const language = useLanguage()
  const { payment } = message
  const isSeller = message.sender_id !== room.partner.id
  const refunding = useLazyModule(loadRefunding, payment.status === 'completed')
  const paying = useLazyModule(loadCardToPayWith, payment.status === 'pending' && !isSeller)
  const optimistic = useQuery(optimisticOutcomeQuery(payment.id)).data
  const isPending = payment.status === 'pending'
  // The optimistic outcome shows only while the server's status is pending.
  const status = isPending && optimistic === 'succeeded' ? 'completed' : payment.status
  const rejected = {
    declined: isSeller ? texts.declinedBy(room.partner.full_name) : texts.youDeclined,
    withdrawn: isSeller ? texts.youWithdrew : texts.withdrawnBy(room.partner.full_name),
    cancelled: texts.noLongerOpen,
    expired: texts.expired,
    failed: texts.failed,
  }[payment.ended_by ?? 'failed']
  const word = { pending: texts.pending, completed: texts.completed, rejected }[status]
  const amount = formatMoney(payment.amount, payment.currency, language)
  const frame = {
    id: toRequestCardId(payment.id),
    label: texts.label(amount, word),
    title: chooseTitle(status === 'completed', isSeller, texts)(room.partner.full_name),
    amount,
    description: payment.description,
  }

  if (status === 'pending') {
    return (
      <RequestCardFrame
        {...frame}
        note={payment.expires_at !== null && texts.openUntil(formatMoment(payment.expires_at, language))}
        badge={
          <Badge tone="pending" icon={<Clock />}>
            {word}
          </Badge>
        }
      >
        {isSeller ? (
          <p className="flex min-w-0 items-center gap-2 px-4 py-3 text-sm text-ink-2">
            <Hourglass size={18} className="flex-none" />
            <span className="min-w-0 wrap-anywhere">{texts.waitingFor(room.partner.full_name)}</span>
          </p>
        ) : (
          <div className="grid gap-2.5 p-4">
            {optimistic === 'processing' ? (
              <p className="text-sm text-ink-2">{texts.beingProcessed}</p>
            ) : (
              // The height is constant, so that the button below does not move.
              <div className="grid min-h-5 text-sm text-ink-2">
                {paying && <paying.PaymentMethodLine newCardOnly={payment.new_card_only} />}
              </div>
            )}
            <div className="flex flex-wrap gap-2">
              <Button className="h-auto min-h-11 flex-1 py-2 whitespace-normal" onClick={() => onOpen('pay', payment)}>
                {optimistic === 'processing' ? texts.seeHow : texts.pay(amount)}
              </Button>
              {optimistic !== 'processing' && (
                <Button
                  variant="ghost"
                  aria-label={texts.declineNamed(amount)}
                  onClick={() => onOpen('decline', payment)}
                >
                  {texts.decline}
                </Button>
              )}
            </div>
          </div>
        )}
      </RequestCardFrame>
    )
  }

  const isPaid = status === 'completed'
  // A decision by a person and an expiry are not failures.
  const isFailed = !isPaid && (payment.ended_by ?? 'failed') === 'failed'
  const Icon = isPaid ? Check : isFailed ? X : payment.ended_by === 'expired' ? Clock : Ban
  const tone = isPaid ? 'text-success' : isFailed ? 'text-danger' : 'text-ink-2'
  return (
    <RequestCardFrame {...frame} compact>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 py-2">
        <p className={cx('flex min-h-9 min-w-0 items-center gap-2 text-sm font-semibold', tone)}>
          <Icon size={18} strokeWidth={2.5} className="flex-none" />
          <span className="min-w-0 wrap-anywhere">{word}</span>
        </p>
        {!isPaid && !isSeller && <p className="text-sm text-ink-2">{texts.nothingCharged}</p>}
        {refunding && <refunding.PaymentReceipt payment={payment} />}
        {!isPaid && isSeller && room.status === 'open' && (
          <Button variant="secondary" size="sm" onClick={() => onAskAgain(payment)}>
            {texts.askAgain}
          </Button>
        )}
      </div>
      {refunding && (
        <>
          <refunding.RefundLines payment={payment} />
          <refunding.RefundRequestLine
            payment={payment}
            as={isSeller ? 'seller' : 'buyer'}
            name={room.partner.full_name}
            onMessage={onMessage}
            refresh={() => refresh(message)}
            onRefund={() => onOpen('refund', payment)}
          />
        </>
      )}
    </RequestCardFrame>
  )
}

function chooseTitle(
  isPaid: boolean,
  isSeller: boolean,
  texts: Pick<(typeof requestCardTexts)['en'], 'youAsked' | 'askedYou' | 'youPaid' | 'paidYou'>,
): (name: string) => string {
  if (isPaid) return isSeller ? texts.paidYou : texts.youPaid
  return isSeller ? texts.youAsked : texts.askedYou
}
