import type { Executor } from './platform/database/database.ts'

/**
 * Queries for one feature's part of a person's data export, by name. Long parts are read in pieces. No part contains
 * secrets, or statements of other people about the person (decision 99).
 */
export type OwnData = Readonly<
  Record<string, (db: Executor, userId: string) => Promise<unknown> | AsyncIterable<unknown>>
>
