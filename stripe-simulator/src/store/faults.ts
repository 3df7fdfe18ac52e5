import { setTimeout as sleep } from 'node:timers/promises'

import type { Sql } from '../core/sql.ts'

const HOLD_POLL_MS = 20

export type FaultMode =
  /** Answers `status` and `code`; nothing is done. */
  | 'refuse'
  /** Cuts the connection; nothing is done. */
  | 'drop'
  /** Commits, then cuts the connection. */
  | 'drop_answer'
  /** Commits and sends events; answers after `ms`. */
  | 'delay_answer'
  /** Variant of `delay_answer` that answers when the faults are cleared. */
  | 'hold_answer'
  /** Runs for `ms`, and holds its idempotency key. */
  | 'slow'

export type Fault = { id: string; mode: FaultMode; status: number; code: string | null; ms: string }

/** Takes the oldest matching fault; each is used up after its number of times. */
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

/** Waits until the faults are cleared or the client has gone. */
export async function waitForRelease(sql: Sql, fault: Fault, isWaitedFor: () => boolean): Promise<void> {
  while (isWaitedFor()) {
    const [held] = await sql.query('SELECT 1 FROM faults WHERE id = $1', [fault.id])
    if (!held) return
    await sleep(HOLD_POLL_MS)
  }
}
