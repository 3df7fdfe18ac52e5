export type Row = Record<string, unknown>

/** Runs SQL; a row's type is what the caller's statement selects. */
export interface Sql {
  query: <R extends Row>(text: string, values?: unknown[]) => Promise<R[]>
}

/** SQL within one transaction. */
export interface Transaction extends Sql {
  /** The simulator's time (ms since 1970), the same throughout the transaction. */
  nowMs: number
  /** The same, in the seconds that Stripe's objects carry. */
  nowS: number
  /** The platform whose keys are used: objects of any other are not there. */
  platform: string
  /** The connected account on whose behalf is acted; null for the platform itself. */
  account: string | null
}
