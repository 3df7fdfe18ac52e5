export const OPERATIONS_LIMITS = {
  /** Validity of a second-factor code in an operator's session. */
  secondFactorHours: 12,
  /** Duration of a claim. Afterwards another operator may claim the case. */
  takenHours: 4,
  /** Maximum messages shown before a reported message, and after it. */
  messagesAround: 5,
  /** Maximum messages before and after a disputed payment. */
  messagesAroundPayment: 20,
  /** Stripe's maximum for evidence, in UTF-16 units. */
  evidenceMax: 20_000,
  /** `factsMax` and `ruleMax` are lengths in code points. */
  factsMax: 2000,
  ruleMax: 300,
  suspensionMaxDays: 365,
  /** Minimum length of a search for people, by part of a name or by a whole address. */
  personQueryMin: 3,
  personQueryMax: 254,
} as const
