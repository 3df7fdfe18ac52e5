import type { Stripe } from 'stripe'

/** What refunds, disputes and warnings are listed by: the payment, of which one charge alone is ever paid. */
export function ownerOf({ id, payment_intent: intent }: Stripe.Charge): string {
  return typeof intent === 'string' ? intent : id
}
