import type { OwnData } from '../../own-data.ts'
import type { Database } from '../../platform/database/database.ts'
import { findOwnRoles } from './own-data.repository.ts'

export const ownDataOfOperations = ({ db }: { db: Database }): OwnData => ({
  roles: (userId) => findOwnRoles(db, userId),
})
