import { setTimeout as sleep } from 'node:timers/promises'

import type { Tab } from '@kundig/testing/people/test-client'

/** Default timeout of a wait (ms), generous for a busy machine. */
const LIMIT_MS = 60_000

export async function waitUntil(
  isSo: () => boolean | Promise<boolean>,
  what: string,
  { limitMs = LIMIT_MS }: { limitMs?: number } = {},
): Promise<void> {
  const deadline = performance.now() + limitMs
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`not within ${limitMs} ms: ${what}`)
    await sleep(25)
  }
}

/** Waits for the end of a live connection. @throws Error if it stays open */
export async function waitUntilClosed(tab: Tab, options?: { limitMs?: number }): Promise<'closed'> {
  await waitUntil(() => !tab.socket.connected, 'the end of the connection', options)
  return 'closed'
}
