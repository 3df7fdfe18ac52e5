export interface FileTabs {
  /** Acquires a tab's lock until `close` or the end of the tab. Resolves once this tab has the lock. */
  hold: (tabId: string) => Promise<void>
  /** Runs `work` under another tab's lock, once that tab has ended. Rejects after `close`. */
  afterEnd: (tabId: string, work: () => Promise<void>) => Promise<void>
  /** Announces stored files to the other tabs. */
  publish: () => void
  listen: (listener: () => void) => void
  close: () => void
}

/**
 * Coordinates a person's tabs, so that only one tab sends a file. A slow tab keeps its lock, because large files take
 * long. Pages without HTTPS have no locks, so each new tab sends all stored files. The server detects repeats by client
 * id.
 */
export function createFileTabs(name: string): FileTabs {
  const hasLocks = 'locks' in navigator
  const channel = hasLocks && 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : null
  const closing = new AbortController()
  const { signal } = closing
  const toLock = (tabId: string): string => `${name}-${tabId}`
  return {
    hold: (tabId) =>
      new Promise((resolve) => {
        if (!hasLocks) return resolve()
        const keep = async (): Promise<void> => {
          resolve()
          if (!signal.aborted) await new Promise((end) => signal.addEventListener('abort', end))
        }
        // A page that is closing cannot get the lock.
        navigator.locks.request(toLock(tabId), keep).catch(() => resolve())
      }),
    afterEnd: async (tabId, work) => {
      if (hasLocks) await navigator.locks.request(toLock(tabId), { signal }, work)
      else await work()
    },
    publish: () => {
      // A change in progress may end after log-out, when a closed channel would throw.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target: it never leaves our origin
      if (!signal.aborted) channel?.postMessage(null)
    },
    listen: (listener) => channel?.addEventListener('message', listener),
    close: () => {
      closing.abort()
      channel?.close()
    },
  }
}
