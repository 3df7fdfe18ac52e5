/** An account of ours at Stripe, in one of its two modes: ids of Stripe's are worth something there, and nowhere else. */
export interface OurAccount {
  /** `acct_…`. */
  id: string
  /** Whether it is money. */
  livemode: boolean
}

/** Whether what is kept belongs to an account of ours. What nobody adopted yet belongs to whoever is there. */
export function isOf(
  { stripeAccount, livemode }: { stripeAccount: string | null; livemode: boolean | null },
  ours: OurAccount,
): boolean {
  return livemode === null || (stripeAccount === ours.id && livemode === ours.livemode)
}
