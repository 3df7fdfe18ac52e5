import { expect } from 'vitest'

import { isLoggingOut } from '../../src/features/auth/use-log-out.ts'
import { fakeLive } from './fake-live.ts'

/** Ends the session by a live event. Waits for the log-out of an earlier test, which would suppress the event. */
export async function emitSessionEnd(): Promise<void> {
  await expect.poll(isLoggingOut).toBe(false)
  fakeLive.emit('session.ended')
}
