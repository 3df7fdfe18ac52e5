export type Row = Record<string, unknown>

/** Runs SQL; the caller's statement determines the row type. */
export interface Sql {
  query: <R extends Row>(text: string, values?: unknown[]) => Promise<R[]>
}

export interface Transaction extends Sql {
  /** The simulator's time (ms since 1970), constant in a transaction. */
  nowMs: number
  /** The simulator's time (s since 1970), as in Stripe's objects. */
  nowS: number
  platform: string
  account: string | null
}
