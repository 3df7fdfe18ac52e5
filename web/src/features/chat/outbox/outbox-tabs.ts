import type { Message } from '@kundig/contract/chat/chat.contract'

/** What a tab publishes to the person's other tabs: the outbox has changed, perhaps because a message was stored. */
export interface OutboxUpdate {
  stored?: Message
}

/** How the tabs of one person, in one browser, agree on who sends. */
export interface OutboxTabs {
  /**
   * Does some work while this tab has the room's lock. A tab that dies loses the lock, and so does one that takes too long,
   * because it may be frozen.
   * @param work can ask whether the lock is still this tab's, and stops once it is not
   */
  withLock: <Result>(roomId: string, work: (isMine: () => boolean) => Promise<Result>) => Promise<Result>
  publish: (update: OutboxUpdate) => void
  listen: (listener: (update: OutboxUpdate) => void) => void
  /** Stops publishing and listening. */
  close: () => void
}

/** Longer than a message waits for its answer (ms): a tab that has the lock for longer is frozen, or has much to send. */
const TURN_LIMIT_MS = 10_000

/**
 * The person's tabs in this browser. Without locks (a page without HTTPS has none) every tab sends what waits; the
 * server recognises a repeat by its client id, and each tab keeps the order. For the same reason a tab may steal another
 * one's lock.
 * @param turnLimitMs how long a tab waits for another one's lock (ms)
 */
export function createOutboxTabs(userId: string, turnLimitMs = TURN_LIMIT_MS): OutboxTabs {
  const name = `kundig-outbox-${userId}`
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : null
  let isClosed = false
  return {
    withLock: async (roomId, work) => {
      if (!('locks' in navigator)) return work(() => true)
      const lock = `${name}-${roomId}`
      const signal = AbortSignal.timeout(turnLimitMs)
      let began = false
      let lost = false
      const begin = (): ReturnType<typeof work> => {
        began = true
        return work(() => !lost)
      }
      try {
        return await navigator.locks.request(lock, { signal }, begin).catch((error: unknown) => {
          if (began || !signal.aborted) throw error
          return navigator.locks.request(lock, { steal: true }, begin)
        })
      } catch (error) {
        lost = true
        throw error
      }
    },
    publish: (update) => {
      // Work that was under way at log-out still ends; a closed channel would throw.
      if (isClosed) return
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target: it never leaves our origin
      channel?.postMessage(update)
    },
    listen: (listener) => {
      channel?.addEventListener('message', (event: MessageEvent<OutboxUpdate>) => listener(event.data))
    },
    close: () => {
      isClosed = true
      channel?.close()
    },
  }
}
