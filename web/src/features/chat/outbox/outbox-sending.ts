import type { QueryClient } from '@tanstack/react-query'

import type { Message } from '@kundig/contract/chat/chat.contract'
import type { Acknowledged } from '@kundig/contract/live/live-events'

import { client } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import type { LiveConnection } from '../../../platform/live/live-connection.ts'
import { createStoredMessageHandler } from '../cache/incoming.ts'
import { OutboxStore } from './outbox-store.ts'
import { createOutboxTabs } from './outbox-tabs.ts'
import { Outbox } from './outbox.ts'
import { isSessionChecked, requireOwnSession } from './own-session.ts'

export interface OpenedOutbox {
  outbox: Outbox
  close: () => void
}

export function openOutbox(live: LiveConnection, userId: string, queryClient: QueryClient): OpenedOutbox {
  const store = new OutboxStore(userId)
  const tabs = createOutboxTabs(userId)
  const closing = new AbortController()
  const outbox = new Outbox({
    store,
    tabs,
    ready: () => waitForOwnConnection(live, queryClient, closing.signal),
    deliver: async ({ roomId, clientId, content, replyTo }): Promise<Acknowledged<Message>> => {
      const message = {
        room_id: roomId,
        client_id: clientId,
        content,
        ...(replyTo && { reply_to: replyTo.seq }),
      }
      if (live.isForHttp) {
        await requireOwnSession(live, queryClient)
        return sendOverHttp(message)
      }
      // The live connection may have changed since `ready` resolved.
      if (!isSessionChecked(live)) throw new Error('Not known whose connection it is')
      return live.request('message.send', message)
    },
    onStored: createStoredMessageHandler(queryClient),
    pause: (attempt, leastMs) => new Promise((resolve) => setTimeout(resolve, computeRetryDelayMs(attempt, leastMs))),
    newId: () => crypto.randomUUID(),
  })
  return {
    outbox,
    close: () => {
      outbox.close()
      closing.abort()
      tabs.close()
      void store.close()
    },
  }
}

/**
 * Returns the delay of a retry (ms): `leastMs` plus 50 to 100% of a pause that doubles from 0.3 s to 5 s. The delay is
 * random, because many tabs may wait for the same reason. `attempt` counts from 1.
 */
export function computeRetryDelayMs(attempt: number, leastMs: number, random: () => number = Math.random): number {
  return leastMs + Math.min(300 * 2 ** (attempt - 1), 5000) * (0.5 + random() / 2)
}

/** Sends a message over HTTP under its client id. @throws when no response arrived */
export async function sendOverHttp(message: {
  room_id: string
  client_id: string
  content: string
  reply_to?: number
}): Promise<Acknowledged<Message>> {
  try {
    return { ok: true, result: await client.chat.send(message) }
  } catch (error) {
    const { code } = toFailure(error)
    if (code === 'NETWORK') throw error
    return { ok: false, code, retry_after_s: readRetryAfter(error) }
  }
}

function readRetryAfter(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('data' in error)) return undefined
  const { data } = error
  if (typeof data !== 'object' || data === null || !('retry_after_s' in data)) return undefined
  return typeof data.retry_after_s === 'number' ? data.retry_after_s : undefined
}

/**
 * Waits for the person's own connection; rejects after `signal`. After a reconnect the connection may belong to another
 * person, who logged in in another tab. Messages must not be sent as that person.
 */
async function waitForOwnConnection(
  live: LiveConnection,
  queryClient: QueryClient,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    await waitUntilReachable(live, signal)
    // Over HTTP, every send checks the session.
    if (live.isForHttp || isSessionChecked(live)) return
    await requireOwnSession(live, queryClient).catch(() => undefined)
    if (isSessionChecked(live)) return
    await new Promise((resolve) => setTimeout(resolve, CHECK_AGAIN_AFTER_MS))
  }
}

/**
 * Waits until HTTP calls reach the server as the connection's person; rejects after `signal`.
 * @returns true when the connection was missing
 */
export async function waitForOwnHttpSession(
  live: LiveConnection,
  queryClient: QueryClient,
  signal: AbortSignal,
): Promise<boolean> {
  let wasMissing = !isReachable(live)
  for (let attempt = 1; ; attempt++) {
    await waitUntilReachable(live, signal)
    try {
      await requireOwnSession(live, queryClient, true)
      signal.throwIfAborted()
      return wasMissing
    } catch {
      signal.throwIfAborted()
      wasMissing = true
    }
    // HTTP may fail before the live connection notices that the network is gone.
    await new Promise((resolve) => setTimeout(resolve, computeRetryDelayMs(attempt, 0)))
  }
}

/** Delay before checking the connection's owner again (ms). */
const CHECK_AGAIN_AFTER_MS = 1000

function isReachable(live: LiveConnection): boolean {
  return live.socket.connected || live.isForHttp
}

function waitUntilReachable(live: LiveConnection, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    if (isReachable(live)) return resolve()
    const onClosed = (): void => {
      stop()
      reject(new Error('Closed'))
    }
    const stop = live.onState(() => {
      if (!isReachable(live)) return
      stop()
      signal.removeEventListener('abort', onClosed)
      resolve()
    })
    signal.addEventListener('abort', onClosed, { once: true })
  })
}
