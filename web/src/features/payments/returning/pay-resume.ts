import { saveToSession, readFromSession } from '../../../platform/session-storage.ts'

const KEY = 'kundig-paying'

export interface Paying {
  /** Buyer of the payment. Another person in this tab must not see it. */
  userId: string
  roomId: string
  paymentRequestId: string
}

/** Remembers a payment for `consumeStartedPayment`. Call it before `confirmSetup`, which may leave the page. */
export function rememberStartedPayment(paying: Paying): void {
  // If storage is blocked, nothing is stored. The person must then return to the chat without our help.
  saveToSession(KEY, JSON.stringify(paying))
}

export function readStartedPayment(userId: string | null): Paying | null {
  try {
    const paying = parseStartedPayment(JSON.parse(readFromSession(KEY) ?? 'null'))
    return paying?.userId === userId ? paying : null
  } catch {
    return null
  }
}

export function forgetStartedPayment(): void {
  saveToSession(KEY, null)
}

/** Returns the payment remembered for a room, and forgets it. A second call returns null. */
export function consumeStartedPayment(userId: string | null, roomId: string): Paying | null {
  const paying = readStartedPayment(userId)
  if (paying?.roomId !== roomId) return null
  forgetStartedPayment()
  return paying
}

function parseStartedPayment(value: unknown): Paying | null {
  if (typeof value !== 'object' || value === null) return null
  if (!('userId' in value) || !('roomId' in value) || !('paymentRequestId' in value)) return null
  const { userId, roomId, paymentRequestId } = value
  if (typeof userId !== 'string' || typeof roomId !== 'string' || typeof paymentRequestId !== 'string') return null
  return { userId, roomId, paymentRequestId }
}
