import { setTimeout as sleep } from 'node:timers/promises'

import type { Tab } from '@kundig/testing/people/test-client'

/** What has not come by then does not come (ms): generous, as the machine may be busy with others. */
const LIMIT_MS = 60_000

/**
 * Waits until something is so.
 * @throws Error that names it, when it never is
 */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  what: string,
  { limitMs = LIMIT_MS }: { limitMs?: number } = {},
): Promise<void> {
  const deadline = performance.now() + limitMs
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`never came: ${what}`)
    await sleep(25)
  }
}

/** Waits for the end of a live connection. @returns `closed`; throws when it stays open */
export async function untilClosed(tab: Tab, options?: { limitMs?: number }): Promise<'closed'> {
  await until(() => !tab.socket.connected, 'the end of the connection', options)
  return 'closed'
}
