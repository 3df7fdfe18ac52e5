export type ReceiptKind = 'payment' | 'refund'

/** Payment method in Stripe's names. A field is null if the kind of card does not have it. */
export interface PaidWith {
  type: string
  brand: string | null
  last4: string | null
}

/** Content of a receipt. It never changes after the issue. Unknown values are empty. */
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
  /** Amounts in cents that add up to the total. The description is empty if the seller wrote nothing. */
  lines: { description: string; amount: number }[]
  paid_with: PaidWith | null
}

export function formatReceiptNumber({ series, number }: { series: string; number: number }): string {
  return `${series}-${String(number).padStart(6, '0')}`
}
