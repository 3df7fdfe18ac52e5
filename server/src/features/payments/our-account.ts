/** Stripe's ids are valid only in their account and mode. */
export interface OurAccount {
  id: string
  livemode: boolean
}

/** Also true for earlier data that have no account yet. */
export function belongsToAccount(
  { stripeAccount, livemode }: { stripeAccount: string | null; livemode: boolean | null },
  ours: OurAccount,
): boolean {
  return livemode === null || (stripeAccount === ours.id && livemode === ours.livemode)
}
