import type { QueryClient } from '@tanstack/react-query'

import type { LiveConnection } from '../../../../platform/live/live-connection.ts'
import { waitUntilOwnOverHttp } from '../../outbox/outbox-sending.ts'
import { waitForTexts } from '../../outbox/use-outbox.ts'

/**
 * Waits until an upload can reach the server as the connection's person, and until the room's earlier texts were sent.
 * Rejects after `signal`.
 * @returns true when the connection was missing
 */
export async function waitUntilReady(
  live: LiveConnection,
  queryClient: QueryClient,
  file: { roomId: string; sentAt: string },
  signal: AbortSignal,
): Promise<boolean> {
  const wasMissing = await waitUntilOwnOverHttp(live, queryClient, signal)
  if (!(await waitForTexts(live.userId, file, signal))) return wasMissing
  // Another person may have logged in during the wait for texts.
  return (await waitUntilOwnOverHttp(live, queryClient, signal)) || wasMissing
}
