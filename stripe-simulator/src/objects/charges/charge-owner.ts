import type { Stripe } from 'stripe'

export function toChargeOwnerId({ id, payment_intent: intent }: Stripe.Charge): string {
  return typeof intent === 'string' ? intent : id
}
