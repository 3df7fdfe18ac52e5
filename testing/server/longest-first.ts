import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = join(import.meta.dirname, '../..')

/**
 * Service tests that take twenty seconds and more. Those that wait, for processes that start and for clocks, stand between
 * those that compute, so that what runs side by side leaves little of the processors.
 */
const LONG = [
  'platform/database/data-folder',
  'permissions',
  'payments/payments-faults',
  'auth/limits',
  'refunds/refunding/refunds',
  'restart',
  'backup/backup',
  'platform/limits/use-limits',
  'books/receipts/receipts',
  'drain',
  'payments/money-faults',
  'operations/health/operator-health',
  'platform/database/embedded-start',
  'refunds/refunding/refund-requests',
  'chat/files/chat-images',
  'platform/live/cluster',
  'payments/requests/payments-expiring',
  'auth/sessions/live-session',
  'notifications/notifications',
  'connection-requests/request-manners',
  'platform/database/database-away',
].map((name) => join(root, `server/test/${name}.test.ts`))

/**
 * Begins with the files that take long, so that at the end no worker is alone with one. Vitest by itself goes by how
 * long they took before, which a fresh clone does not know; then it goes by their size, which says little.
 * @throws when a file that is named here is not there any more
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const missing = LONG.filter((file) => !existsSync(file))
    if (missing.length > 0) throw new Error(`There is no ${missing.join(', ')}: correct ${import.meta.filename}`)
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = LONG.indexOf(moduleId)
      return place === -1 ? LONG.length : place
    }
    // oxlint-disable-next-line unicorn/no-array-sort -- no array’s, but the sequencer’s own
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}
