/** The id of the payment or setup intent that a client secret is for, as Stripe writes the one into the other. */
export const intentIdOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? ''
