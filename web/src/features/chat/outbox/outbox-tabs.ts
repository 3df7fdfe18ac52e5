import type { Message } from '@kundig/contract/chat/chat.contract'

export interface OutboxUpdate {
  stored?: Message
}

export interface OutboxTabs {
  /**
   * Runs work under the room's lock. A closed tab loses the lock. A slow tab also loses it, because it may be frozen.
   * @param work calls `isMine` before each step, and stops once it returns false
   */
  withLock: <Result>(roomId: string, work: (isMine: () => boolean) => Promise<Result>) => Promise<Result>
  publish: (update: OutboxUpdate) => void
  listen: (listener: (update: OutboxUpdate) => void) => void
  close: () => void
}

/** Maximum wait for another tab's lock (ms), longer than a call takes. */
const TURN_LIMIT_MS = 10_000

/**
 * Connects a person's tabs. Pages without HTTPS have no locks, so every tab sends. The server detects repeats by client
 * id, and each tab keeps the order. Therefore a tab may also steal a lock after `turnLimitMs`.
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
      // Work in progress may end after log-out, when a closed channel would throw.
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
