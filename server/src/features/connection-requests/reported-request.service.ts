import { Refusal } from '@kundig/contract/errors'

import type { Database } from '../../platform/database/database.ts'
import type { FindReported } from '../safety/ports.ts'
import { findReadRefusal } from './request.policy.ts'
import { findCounterpartId } from './request.presenter.ts'
import { findById } from './request.repository.ts'

/** @throws Refusal NO_SESSION; REQUEST_NOT_FOUND to all but the request's two people */
export function createReportedRequestFinder({ db }: { db: Database }): FindReported {
  return async (viewerId, { id }) => {
    if (viewerId === null) throw new Refusal('NO_SESSION')
    const row = await findById(db, id)
    const refusal = findReadRefusal(row, viewerId)
    if (refusal || !row) throw new Refusal(refusal ?? 'REQUEST_NOT_FOUND')
    return { aboutId: findCounterpartId(row, viewerId), content: row.message, storedName: null }
  }
}
