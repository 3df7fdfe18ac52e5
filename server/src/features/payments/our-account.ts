/** Stripe's ids are valid only in their account and mode. */
export interface OurAccount {
  id: string
  livemode: boolean
}

/** Also true for data that were stored before accounts were recorded. */
export function belongsToAccount(
  { stripeAccount, livemode }: { stripeAccount: string | null; livemode: boolean | null },
  ours: OurAccount,
): boolean {
  return livemode === null || (stripeAccount === ours.id && livemode === ours.livemode)
}
