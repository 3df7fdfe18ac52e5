import { z } from 'zod'

import type { WordPosition } from './search.repository.ts'

export interface EncodedWordPosition extends WordPosition {
  isCorrected: boolean
}

/** Position before the first result: no result has this score. */
export const FIRST: WordPosition = { score: 2_147_483_647, at: 0, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

const PREFIX = 'words.'
const LATEST_MS = 253_402_300_799_999
const natural = (most: number) => z.coerce.number().pipe(z.int().min(0).max(most))
const schema = z.tuple([natural(FIRST.score), natural(LATEST_MS), z.guid(), z.enum(['0', '1'])])

export function encodeWordPosition({ score, at, id, isCorrected }: EncodedWordPosition): string {
  return `${PREFIX}${[score, at, id, isCorrected ? 1 : 0].join('.')}`
}

export function decodeWordPosition(cursor: string): EncodedWordPosition | null {
  if (!cursor.startsWith(PREFIX)) return null
  const result = schema.safeParse(cursor.slice(PREFIX.length).split('.'))
  if (!result.success) return null
  const [score, at, id, isCorrected] = result.data
  return { score, at, id, isCorrected: isCorrected === '1' }
}
