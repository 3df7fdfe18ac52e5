import { expect } from 'vitest'

import { isLoggingOut } from '../../src/features/auth/use-log-out.ts'
import { fakeLive } from './fake-live.ts'

/** Ends the session elsewhere, after any log-out of an earlier test, which would swallow the event. */
export async function endSessionElsewhere(): Promise<void> {
  await expect.poll(isLoggingOut).toBe(false)
  fakeLive.emit('session.ended')
}
