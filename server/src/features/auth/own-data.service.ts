import type { OwnData } from '../../own-data.ts'
import type { Database } from '../../platform/database/database.ts'
import { findAcceptedTerms, findAccount, findDevices, findKnownBrowsers, findWaysIn } from './own-data.repository.ts'

export const ownDataOfAuth = ({ db }: { db: Database }): OwnData => ({
  account: (userId) => findAccount(db, userId),
  ways_to_log_in: (userId) => findWaysIn(db, userId),
  devices: (userId) => findDevices(db, userId),
  accepted_terms: (userId) => findAcceptedTerms(db, userId),
  known_browsers: (userId) => findKnownBrowsers(db, userId),
})
