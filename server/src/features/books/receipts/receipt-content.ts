import type { Stripe } from 'stripe'

import type { PaidWith, ReceiptContent, ReceiptKind } from '@kundig/contract/books/receipt-content'
import type { Branding } from '@kundig/contract/site/branding'

/** Year of a receipt, in Amsterdam time (decision 97). */
const YEAR = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Amsterdam', year: 'numeric' })

/** Returns a receipt's series, by year and kind; test receipts have their own series. */
export function toReceiptSeries(kind: ReceiptKind, isTest: boolean, at: Date): string {
  return `${isTest ? 'TEST-' : ''}${kind === 'refund' ? 'R' : ''}${YEAR.format(at)}`
}

export function toReceiptSender(face: Branding): ReceiptContent['site'] {
  return {
    name: face.name,
    legal_name: face.legal_name,
    register_number: face.register_number,
    vat_number: face.vat_number,
    address: face.contact_address,
    email: face.contact_email,
    phone: face.contact_phone,
  }
}

/** Returns a charge's payment method. Some of Stripe's card-like methods have no digits. */
export function toPaymentMethod({ payment_method_details: details }: Stripe.Charge): PaidWith | null {
  if (!details) return null
  const card: Partial<Stripe.Charge.PaymentMethodDetails.Card> = details.card ?? {}
  const last4 = card.last4 ?? null
  return {
    type: details.type.slice(0, 100),
    brand: card.brand?.slice(0, 100) ?? null,
    last4: last4 !== null && /^\d{4}$/u.test(last4) ? last4 : null,
  }
}

/** The seller never sees the buyer's card. */
export function omitPaymentMethod({ site, buyer, seller, lines }: ReceiptContent): ReceiptContent {
  return { site, buyer, seller, lines, paid_with: null }
}
