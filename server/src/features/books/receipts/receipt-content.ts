import type { Stripe } from 'stripe'

import type { PaidWith, ReceiptContent, ReceiptKind } from '@kundig/contract/books/receipt-content'
import type { Face } from '@kundig/contract/site/site-face'

/** Where the year of a receipt begins: a day is one of Amsterdam (decision 85). */
const YEAR = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Amsterdam', year: 'numeric' })

/** The series of what is issued at a moment: by its year and its kind, and what is of no money apart from the rest. */
export function seriesOf(kind: ReceiptKind, isTest: boolean, at: Date): string {
  return `${isTest ? 'TEST-' : ''}${kind === 'refund' ? 'R' : ''}${YEAR.format(at)}`
}

/** Who sends a receipt, as the site is now. */
export function senderNow(face: Face): ReceiptContent['site'] {
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

/** With what a charge was paid. Stripe has methods that pay as a card does without digits. */
export function paidWithOf({ payment_method_details: details }: Stripe.Charge): PaidWith | null {
  if (!details) return null
  const card: Partial<Stripe.Charge.PaymentMethodDetails.Card> = details.card ?? {}
  const last4 = card.last4 ?? null
  return {
    type: details.type.slice(0, 100),
    brand: card.brand?.slice(0, 100) ?? null,
    last4: last4 !== null && /^\d{4}$/u.test(last4) ? last4 : null,
  }
}

/** The content for the seller, who never sees the buyer's card. */
export function withoutCard({ site, buyer, seller, lines }: ReceiptContent): ReceiptContent {
  return { site, buyer, seller, lines, paid_with: null }
}
