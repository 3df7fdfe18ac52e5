import { expect } from 'vitest'

import { isLoggingOut } from '../../src/features/auth/use-log-out.ts'
import { liveStandIn } from './live-stand-in.ts'

/**
 * Tells the application that its session ended elsewhere. Waits until a log-out of an earlier test is over: for a
 * moment after it the application takes this event for the news of that log-out.
 */
export async function endSessionElsewhere(): Promise<void> {
  await expect.poll(isLoggingOut).toBe(false)
  liveStandIn.emit('session.ended')
}
