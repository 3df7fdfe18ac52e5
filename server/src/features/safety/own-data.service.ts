import type { OwnData } from '../../own-data.ts'
import type { Database } from '../../platform/database/database.ts'
import { readByPages } from '../../platform/database/json-rows.ts'
import {
  findOwnBlocks,
  findOwnReportsAfter,
  findOwnStanding,
  findOwnStatements,
  type OwnReport,
} from './own-data.repository.ts'

export const ownDataOfSafety = ({ db }: { db: Database }): OwnData => ({
  blocks: (userId) => findOwnBlocks(db, userId),
  reports: (userId) => readByPages<OwnReport>((after, limit) => findOwnReportsAfter(db, userId, after, limit)),
  standing: (userId) => findOwnStanding(db, userId),
  statements: (userId) => findOwnStatements(db, userId),
})
