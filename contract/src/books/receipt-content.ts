export type ReceiptKind = 'payment' | 'refund'

/** Payment method in Stripe's names; null where the kind of card lacks a field. */
export interface PaidWith {
  type: string
  brand: string | null
  last4: string | null
}

/** Content at the time of issue, which never changes afterwards. Unknown values are empty. */
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
  /** Amounts in cents, which add up to the total. The description is empty when the seller wrote none. */
  lines: { description: string; amount: number }[]
  paid_with: PaidWith | null
}

export function formatReceiptNumber({ series, number }: { series: string; number: number }): string {
  return `${series}-${String(number).padStart(6, '0')}`
}
