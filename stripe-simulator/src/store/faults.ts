import { setTimeout as sleep } from 'node:timers/promises'

import type { Sql } from '../core/sql.ts'

const HOLD_POLL_MS = 20

export type FaultMode =
  /** Answers `status` and `code` without executing the request. */
  | 'refuse'
  /** Cuts the connection without executing the request. */
  | 'drop'
  /** Executes the request, then cuts the connection. */
  | 'drop_answer'
  /** Executes the request and sends its events; answers after `ms`. */
  | 'delay_answer'
  /** Variant of `delay_answer` that answers when the faults are cleared. */
  | 'hold_answer'
  /** Executes the request slowly, in `ms`. Its idempotency key stays in use during this time. */
  | 'slow'

export type Fault = { id: string; mode: FaultMode; status: number; code: string | null; ms: string }

/** Claims one use of the oldest matching fault. A fault has a limited number of uses. */
export async function claimFault(sql: Sql, method: string, path: string): Promise<Fault | undefined> {
  const [fault] = await sql.query<Fault>(
    `UPDATE faults SET remaining = remaining - 1 WHERE id = (
       SELECT id FROM faults WHERE remaining > 0 AND method IN ($1, '*') AND starts_with($2, path_prefix)
       ORDER BY id LIMIT 1 FOR UPDATE
     ) AND remaining > 0 RETURNING id, mode, status, code, ms`,
    [method, path],
  )
  return fault
}

/** Waits until the faults are cleared or the client has disconnected. */
export async function waitForFaultRelease(sql: Sql, fault: Fault, isWaitedFor: () => boolean): Promise<void> {
  while (isWaitedFor()) {
    const [held] = await sql.query('SELECT 1 FROM faults WHERE id = $1', [fault.id])
    if (!held) return
    await sleep(HOLD_POLL_MS)
  }
}
