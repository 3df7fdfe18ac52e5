import type { PaidPayment } from '@kundig/contract/books/payment-lists.contract'
import { toChatPath } from '@kundig/contract/notifications/push-payload'

import { Badge } from '../../../design-system/badge.tsx'
import { toButtonClass } from '../../../design-system/link-styles.ts'
import { formatDay, formatFullDateTime, formatMoment, formatMoney } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { Link } from '../../../platform/navigation/link.tsx'
import { formatBrand } from '../cards/card-name.ts'
import { ReceiptLink } from '../receipt-link.tsx'
import { ownPaymentsTexts } from './own-payments.messages.ts'

export function PaymentRow({ payment }: { payment: PaidPayment }) {
  const texts = useTexts(ownPaymentsTexts)
  const language = useLanguage()
  const { seller, description, amount, currency, at, status, receipt, refunds, room_id: roomId } = payment
  const name = seller.name === '' ? texts.someone : seller.name
  const money = (cents: number): string => formatMoney(cents, currency, language)
  const isPaid = status === 'completed'
  return (
    <li className="grid gap-3 p-4 sm:p-5">
      <div className="flex items-start justify-between gap-x-4">
        <div className="min-w-0">
          <h3 tabIndex={-1} className="font-sans text-base font-semibold tracking-normal wrap-anywhere outline-none">
            {texts.to(name)}
          </h3>
          {description !== '' && <p className="line-clamp-3 text-sm wrap-anywhere text-ink-2">{description}</p>}
        </div>
        <p translate="no" className="num flex-none text-lg font-semibold">
          {money(amount)}
        </p>
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-2">
        <PaymentStateBadge payment={payment} />
        {payment.is_test && <Badge tone="info">{texts.test}</Badge>}
        <time dateTime={at} title={formatFullDateTime(at, language)}>
          {formatDay(at, language)}
        </time>
        <PaidCardName paidWith={payment.paid_with} />
      </p>
      {refunds.length > 0 && (
        <ul className="grid gap-1 text-sm text-ink-2">
          {refunds.map((refund) => (
            <li key={refund.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <span>
                <span>
                  {refund.status === 'succeeded'
                    ? texts.backOf(money(refund.amount))
                    : refund.status === 'pending'
                      ? texts.onItsWay(money(refund.amount))
                      : texts.notArrived(money(refund.amount))}
                </span>
                {', '}
                <time dateTime={refund.at}>{formatMoment(refund.at, language)}</time>
              </span>
              {refund.receipt && (
                <ReceiptLink id={refund.receipt.id} text={refund.receipt.number} before={texts.receipt} />
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {receipt && <ReceiptLink id={receipt.id} text={texts.receipt} after={receipt.number} />}
        {isPaid && !receipt && <p className="text-sm text-ink-2">{texts.receiptSoon}</p>}
        <Link href={toChatPath(roomId)} className={toButtonClass(isPaid ? 'ghost' : 'secondary', 'sm')}>
          <span>
            <span>{isPaid ? texts.chat : texts.pay}</span>
            <span className="sr-only">{` ${texts.withPerson(name)}`}</span>
          </span>
        </Link>
      </div>
    </li>
  )
}

function PaymentStateBadge({ payment: { status, amount, refunds } }: { payment: PaidPayment }) {
  const texts = useTexts(ownPaymentsTexts)
  const arrived = refunds.filter((refund) => refund.status === 'succeeded')
  const refunded = arrived.reduce((sum, refund) => sum + refund.amount, 0)
  if (status !== 'completed') return <Badge tone="pending">{texts.asked}</Badge>
  if (refunded === 0) return <Badge tone="success">{texts.paid}</Badge>
  return <Badge tone="neutral">{refunded >= amount ? texts.refunded : texts.partlyRefunded}</Badge>
}

function PaidCardName({ paidWith }: { paidWith: PaidPayment['paid_with'] }) {
  const texts = useTexts(ownPaymentsTexts)
  if (!paidWith) return null
  const brand = formatBrand(paidWith) ?? texts.card
  return <span>{paidWith.last4 === null ? brand : texts.endingIn(brand, paidWith.last4)}</span>
}
