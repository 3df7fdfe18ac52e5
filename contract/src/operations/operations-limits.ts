export const OPERATIONS_LIMITS = {
  /** How long a code of the second factor lets an operator go on in one session. */
  secondFactorHours: 12,
  /** How long a case stays with who took it, before somebody else may take it over. */
  takenHours: 4,
  /** So many messages are shown before a reported one, and after it. */
  messagesAround: 5,
  /** The same for a payment that is disputed. */
  messagesAroundPayment: 20,
  /** The longest text that Stripe takes as evidence, in UTF-16 units. */
  evidenceMax: 20_000,
  /** Lengths in code points. */
  factsMax: 2000,
  ruleMax: 300,
  suspensionMaxDays: 365,
  /** By how much people are looked for: a part of a name, or a whole address. */
  personQueryMin: 3,
  personQueryMax: 254,
} as const
