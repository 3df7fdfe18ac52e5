import { Clock, Undo2, X } from 'lucide-react'

import type { PaymentOfMessage } from '@kundig/contract/chat/payment-message'
import { isFailedRefund, type RefundOfMessage } from '@kundig/contract/refunds/refund-life-cycle'

import { cx } from '../../../design-system/class-names.ts'
import { formatMoney } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { ReceiptLink } from '../receipt-link.tsx'
import { refundingTexts } from './refunding.messages.ts'

export { RefundRequestLine } from './refund-request-line.tsx'

export function PaymentReceipt({ payment: { receipt, amount, currency } }: { payment: PaymentOfMessage }) {
  const texts = useTexts(refundingTexts)
  const language = useLanguage()
  if (!receipt) return null
  const of = texts.receiptOf(formatMoney(amount, currency, language), receipt.number)
  return (
    <div className="-mr-3">
      <ReceiptLink id={receipt.id} text={texts.receipt} after={of} variant="ghost" />
    </div>
  )
}

export function RefundLines({ payment }: { payment: PaymentOfMessage }) {
  const texts = useTexts(refundingTexts)
  if (payment.refunds.length === 0) return null
  return (
    <ul aria-label={texts.refunds} className="grid gap-2 border-t border-border px-4 py-2.5 text-sm">
      {payment.refunds.map((refund) => (
        <RefundLine key={refund.id} refund={refund} payment={payment} />
      ))}
    </ul>
  )
}

function RefundLine({ refund, payment }: { refund: RefundOfMessage; payment: PaymentOfMessage }) {
  const texts = useTexts(refundingTexts)
  const language = useLanguage()
  const amount = formatMoney(refund.amount, payment.currency, language)
  const total = formatMoney(payment.amount, payment.currency, language)
  const day = new Intl.DateTimeFormat(language === 'nl' ? 'nl-NL' : 'en-GB', { dateStyle: 'medium' })
  const date = day.format(new Date(refund.created_at))
  const words = {
    pending: texts.onItsWay(amount, total),
    succeeded: texts.refunded(amount, total, date),
    failed: texts.failed(amount, date),
    canceled: texts.canceled(amount, date),
  }[refund.status]
  const Icon = isFailedRefund(refund.status) ? X : refund.status === 'pending' ? Clock : Undo2
  return (
    <li className={cx('flex min-w-0 gap-2', refund.status === 'failed' ? 'text-danger' : 'text-ink-2')}>
      <Icon size={18} className="mt-px flex-none" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{words}</p>
        {refund.reason !== '' && (
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-ink-2">
            {refund.reason}
          </p>
        )}
      </div>
      {refund.receipt && (
        <div className="-my-1.5 -mr-3 flex-none">
          <ReceiptLink
            id={refund.receipt.id}
            text={texts.receipt}
            after={texts.receiptOfRefund(amount, refund.receipt.number)}
            variant="ghost"
          />
        </div>
      )}
    </li>
  )
}
