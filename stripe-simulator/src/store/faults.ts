import { setTimeout as sleep } from 'node:timers/promises'

import type { Sql } from '../core/sql.ts'

const HELD_LOOK_MS = 20

/** How a request is made to fail. */
export type FaultMode =
  /** Answered with `status` and `code`, nothing done. */
  | 'refuse'
  /** The connection is cut, nothing done. */
  | 'drop'
  /** Done, then the connection is cut. */
  | 'drop_answer'
  /** Done and kept, and its events sent; the answer comes `ms` later. */
  | 'delay_answer'
  /** As `delay_answer`, but the answer comes when the faults are cleared. */
  | 'hold_answer'
  /** Under way for `ms`: its idempotency key is in use meanwhile. */
  | 'slow'

/** A fault that a request has met; `ms` is a number in digits. */
export type Fault = { id: string; mode: FaultMode; status: number; code: string | null; ms: string }

/** Takes the oldest fault that is meant for such a request; it is used up after its number of times. */
export async function takeFault(sql: Sql, method: string, path: string): Promise<Fault | undefined> {
  const [fault] = await sql.query<Fault>(
    `UPDATE faults SET remaining = remaining - 1 WHERE id = (
       SELECT id FROM faults WHERE remaining > 0 AND method IN ($1, '*') AND starts_with($2, path_prefix)
       ORDER BY id LIMIT 1 FOR UPDATE
     ) AND remaining > 0 RETURNING id, mode, status, code, ms`,
    [method, path],
  )
  return fault
}

/** Until the faults are cleared, or nobody waits for the answer any more. */
export async function holdBack(sql: Sql, fault: Fault, isWaitedFor: () => boolean): Promise<void> {
  while (isWaitedFor()) {
    const [held] = await sql.query('SELECT 1 FROM faults WHERE id = $1', [fault.id])
    if (!held) return
    await sleep(HELD_LOOK_MS)
  }
}
