import type { QueryClient } from '@tanstack/react-query'

import type { LiveConnection } from '../../../../platform/live/live-connection.ts'
import { waitForOwnHttpSession } from '../../outbox/outbox-sending.ts'
import { waitUntilTextsSent } from '../../outbox/use-outbox.ts'

/**
 * Waits until the room's earlier texts are sent and uploads reach the server as the connection's person. Rejects after
 * `signal`.
 * @returns true when the connection was missing
 */
export async function waitUntilReady(
  live: LiveConnection,
  queryClient: QueryClient,
  file: { roomId: string; sentAt: string },
  signal: AbortSignal,
): Promise<boolean> {
  const wasMissing = await waitForOwnHttpSession(live, queryClient, signal)
  if (!(await waitUntilTextsSent(live.userId, file, signal))) return wasMissing
  // While this code waited for the texts, another person may have logged in.
  return (await waitForOwnHttpSession(live, queryClient, signal)) || wasMissing
}
