import { saveToSession, readFromSession } from '../../../platform/session-storage.ts'

/** Where this tab keeps what was being paid while the bank has the person elsewhere. */
const KEY = 'kundig-paying'

/** A payment request that was being paid, and the room it stands in. */
export interface Paying {
  roomId: string
  paymentRequestId: string
}

/**
 * Remembers what is being paid, for this tab: call it before `confirmSetup`, which may lead away from the page.
 * `/payment-success` leads back to the room, where the paying dialog opens by itself (`consumePaying`).
 */
export function rememberPaying(paying: Paying): void {
  // Where storage is blocked, the person finds the way back to the chat by hand.
  saveToSession(KEY, JSON.stringify(paying))
}

/** What was being paid, if anything; it stays remembered. */
export function rememberedPaying(): Paying | null {
  try {
    return readPaying(JSON.parse(readFromSession(KEY) ?? 'null'))
  } catch {
    return null
  }
}

/** Forgets it: paid, given up, or the person closed the dialog. */
export function forgetPaying(): void {
  saveToSession(KEY, null)
}

/**
 * What was being paid in a room, once: the second call finds nothing.
 * @param roomId the room that is shown
 */
export function consumePaying(roomId: string): Paying | null {
  const paying = rememberedPaying()
  if (paying?.roomId !== roomId) return null
  forgetPaying()
  return paying
}

function readPaying(value: unknown): Paying | null {
  if (typeof value !== 'object' || value === null) return null
  if (!('roomId' in value) || !('paymentRequestId' in value)) return null
  const { roomId, paymentRequestId } = value
  return typeof roomId === 'string' && typeof paymentRequestId === 'string' ? { roomId, paymentRequestId } : null
}
