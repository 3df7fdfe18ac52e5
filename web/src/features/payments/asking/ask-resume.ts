import { readFromSession, saveToSession } from '../../../platform/session-storage.ts'

const KEY = 'kundig-asking'

export interface Asking {
  /** Person who began the request. Another person in this tab must not see it. */
  userId: string
  roomId: string
}

/** Stores in this tab the room that the person left to become a seller (see `consumeInterruptedRequest`). */
export function rememberInterruptedRequest(asking: Asking): void {
  // If storage is blocked, nothing is stored. The person must then return to the chat without our help.
  saveToSession(KEY, JSON.stringify(asking))
}

export function readInterruptedRequest(userId: string | null): Asking | null {
  try {
    const asking = parseInterruptedRequest(JSON.parse(readFromSession(KEY) ?? 'null'))
    return asking?.userId === userId ? asking : null
  } catch {
    return null
  }
}

/** Returns true once for the room in which the person began a request, and forgets that request. */
export function consumeInterruptedRequest(userId: string | null, roomId: string): boolean {
  if (readInterruptedRequest(userId)?.roomId !== roomId) return false
  saveToSession(KEY, null)
  return true
}

function parseInterruptedRequest(value: unknown): Asking | null {
  if (typeof value !== 'object' || value === null || !('userId' in value) || !('roomId' in value)) return null
  const { userId, roomId } = value
  return typeof userId === 'string' && typeof roomId === 'string' ? { userId, roomId } : null
}
