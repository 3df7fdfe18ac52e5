/** Our Stripe account in one of its two modes. Stripe's ids are valid only in their account and mode. */
export interface OurAccount {
  /** `acct_…`. */
  id: string
  /** True for real money. */
  livemode: boolean
}

/** True when stored data belongs to our account. Data that no account has adopted belongs to any account. */
export function belongsToAccount(
  { stripeAccount, livemode }: { stripeAccount: string | null; livemode: boolean | null },
  ours: OurAccount,
): boolean {
  return livemode === null || (stripeAccount === ours.id && livemode === ours.livemode)
}
