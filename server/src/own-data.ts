import type { Executor } from './platform/database/database.ts'

/**
 * Queries for what one feature keeps of a person, for the file in which they get all of it: by the name of each part. A part
 * that may be long comes piece by piece. No part has a secret, or what others said of the person (decision 99).
 */
export type OwnData = Readonly<
  Record<string, (db: Executor, userId: string) => Promise<unknown> | AsyncIterable<unknown>>
>
