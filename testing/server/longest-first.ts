import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = join(import.meta.dirname, '../..')

/** Service tests of 20 seconds and more. Files that wait alternate with files that compute, to use all processors. */
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
  'connection-requests/request-limits',
  'platform/database/database-away',
].map((name) => join(root, `server/test/${name}.test.ts`))

/**
 * Starts long files first, so that no single worker is left with a long file at the end. Vitest's own order needs
 * durations of earlier runs, and otherwise uses file sizes.
 * @throws Error if a named file is missing
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
