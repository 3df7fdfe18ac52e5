/** What a receipt is of: money that was paid, or money that went back. */
export type ReceiptKind = 'payment' | 'refund'

/** With what somebody paid, by Stripe's names; what the kind of card lacks is null. */
export interface PaidWith {
  type: string
  brand: string | null
  last4: string | null
}

/**
 * What a receipt says in any language, as everything was when it was issued: names, facts of the company and lines never change
 * afterwards. What is not known is empty.
 */
export interface ReceiptContent {
  site: {
    name: string
    legal_name: string
    register_number: string
    vat_number: string
    address: string
    email: string
    phone: string
  }
  buyer: { name: string }
  seller: { name: string }
  /** Amounts in cents: together they are the total. The description is empty where the seller gave none. */
  lines: { description: string; amount: number }[]
  paid_with: PaidWith | null
}

/** A number as people read and write it, such as `2026-000123`. */
export function receiptNumber({ series, number }: { series: string; number: number }): string {
  return `${series}-${String(number).padStart(6, '0')}`
}
