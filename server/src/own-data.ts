import type { Executor } from './platform/database/database.ts'

/**
 * Queries, by the name of each part, for one feature's data of a person, which they can download in one file. Long
 * parts are read piece by piece. No part contains secrets, or what other people said about the person (decision 99).
 */
export type OwnData = Readonly<
  Record<string, (db: Executor, userId: string) => Promise<unknown> | AsyncIterable<unknown>>
>
