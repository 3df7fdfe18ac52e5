import { saveToSession, readFromSession } from '../../../platform/session-storage.ts'

/** The key of what was being paid when the bank led the person to another page. */
const KEY = 'kundig-paying'

/** A payment request that was being paid, and the room it stands in. */
export interface Paying {
  /** Who pays: whoever logs in next in this tab has no part in it. */
  userId: string
  roomId: string
  paymentRequestId: string
}

/**
 * Remembers what is being paid, for this tab: call it before `confirmSetup`, which may lead away from the page.
 * `/payment-success` leads back to the room, where the paying dialog opens by itself (`consumePaying`).
 */
export function rememberPaying(paying: Paying): void {
  // Where storage is blocked, the person has to find the way back to the chat.
  saveToSession(KEY, JSON.stringify(paying))
}

/** What a person was paying, if anything. */
export function rememberedPaying(userId: string | null): Paying | null {
  try {
    const paying = readPaying(JSON.parse(readFromSession(KEY) ?? 'null'))
    return paying?.userId === userId ? paying : null
  } catch {
    return null
  }
}

export function forgetPaying(): void {
  saveToSession(KEY, null)
}

/** Reads and forgets what a person was paying in a room: a second call finds nothing. */
export function consumePaying(userId: string | null, roomId: string): Paying | null {
  const paying = rememberedPaying(userId)
  if (paying?.roomId !== roomId) return null
  forgetPaying()
  return paying
}

function readPaying(value: unknown): Paying | null {
  if (typeof value !== 'object' || value === null) return null
  if (!('userId' in value) || !('roomId' in value) || !('paymentRequestId' in value)) return null
  const { userId, roomId, paymentRequestId } = value
  if (typeof userId !== 'string' || typeof roomId !== 'string' || typeof paymentRequestId !== 'string') return null
  return { userId, roomId, paymentRequestId }
}
