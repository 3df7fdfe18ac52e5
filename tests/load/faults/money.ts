import { runMoneyFaultTest } from '@kundig/testing/payments/money/money-run'

import type { Figures } from '../figures.ts'
import { SECRET, type TestEnvironment } from './test-environment.ts'

const ROOMS = 20
/** Number of payments between two kills of servers. */
const KILLED_EVERY = 50
const MEETS_ALL = 100
const EXAMPLES = 3

const listed = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')

export async function moveMoneyUnderFaults(
  payments: number,
  environment: TestEnvironment,
  figures: Figures,
): Promise<void> {
  const servers = [
    await environment.startServer({}, ['--simulator']),
    await environment.startServer({}, ['--simulator']),
  ]
  const sql = await environment.openSql()
  try {
    const { moved, faults, found } = await runMoneyFaultTest({
      count: payments,
      rooms: Math.min(ROOMS, payments),
      kills: Math.max(2, Math.floor(payments / KILLED_EVERY)),
      servers,
      databaseUrl: environment.databaseUrl,
      sql: sql.query,
      secret: SECRET,
    })
    figures.log('what there was at Stripe', listed(moved))
    figures.log('under', listed(faults))
    for (const [name, ids] of found) {
      figures.judge(name, ids.length, { atMost: 0 }, '')
      if (ids.length > 0) figures.log(name, ids.slice(0, EXAMPLES).join(', '))
    }
    const missing = Object.entries(faults).filter(([, count]) => count === 0)
    if (payments >= MEETS_ALL) figures.judge('faults that were never met', missing.length, { atMost: 0 }, '')
    for (const [name] of missing) figures.log('never met', name)
  } finally {
    await sql.close()
  }
}
