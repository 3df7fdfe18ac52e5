import type { Sql } from '../../database/test-database.ts'
import type { ServerChild } from '../../server/server-child.ts'
import type { PaymentEnvironment } from '../payment-environment.ts'
import type { Patience } from './patience.ts'

/** Time after which Stripe's idempotency keys of failed calls have expired (ms). */
const A_DAY_MS = 25 * 60 * 60_000
/** Id of an event older than the retention. The last step of a sweep deletes this event. */
const OLD_EVENT = 'evt_older_than_the_sweep'

export interface SweepOptions {
  servers: readonly ServerChild[]
  environment: PaymentEnvironment
  sql: Sql['query']
  patience: Patience
}

/** Ends all faults, and waits for Stripe's delayed events. Dropped events are never sent. */
export async function endFaults({ environment, sql, patience }: SweepOptions): Promise<void> {
  const { control } = environment
  await control('/faults/clear')
  await sql('DELETE FROM stripe_simulator.delivery_rules')
  await control('/clock/advance', { ms: A_DAY_MS })
  await patience.until('Stripe has sent all that it had to send', async () => {
    const waiting = await sql(`SELECT 1 FROM stripe_simulator.deliveries WHERE state = 'due' LIMIT 1`)
    return waiting.length === 0
  })
}

/** Stops the servers, ends their waiting periods, and starts one server. This server then runs the periodic checks. */
async function runWhileServersStopped({ servers }: SweepOptions, letPausesEnd: () => Promise<unknown>): Promise<void> {
  for (const server of servers) await server.kill()
  await letPausesEnd()
  await servers[0]?.start()
}

export async function runPeriodicChecksOnce(options: SweepOptions): Promise<void> {
  const { sql, patience } = options
  await runWhileServersStopped(options, async () => {
    await sql(`UPDATE payment_requests SET check_at = now() WHERE status = 'pending' AND check_at IS NOT NULL`)
    await sql(`UPDATE refunds SET check_at = now() WHERE status = 'pending' AND check_at IS NOT NULL`)
    await sql('UPDATE disputes SET check_at = now() WHERE check_at IS NOT NULL')
    await sql('UPDATE stripe_events SET next_try_at = now() WHERE handled_at IS NULL')
    await sql('UPDATE payment_cancellations SET due_at = now()')
    await sql('UPDATE receipts_owed SET due_at = now()')
    await sql(
      `INSERT INTO stripe_events (id, type, created_at, received_at, handled_at)
       SELECT $1, 'ping', at, at, at FROM (SELECT now() - interval '40 days' AS at) long_ago`,
      [OLD_EVENT],
    )
  })
  await patience.until('the reconciliation has passed', async () => {
    const left = await sql('SELECT 1 FROM stripe_events WHERE id = $1', [OLD_EVENT])
    return left.length === 0
  })
  await runWhileServersStopped(options, () =>
    sql(`UPDATE ledger_work SET due_at = now() - interval '1 second', tries = 0`),
  )
  await patience.until('the books were looked at', async () => {
    const rested = await sql('SELECT 1 FROM ledger_work WHERE tries = 0 AND due_at > now()')
    return rested.length === 1
  })
}
