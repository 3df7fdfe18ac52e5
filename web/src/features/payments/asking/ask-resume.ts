import { readFromSession, saveToSession } from '../../../platform/session-storage.ts'

const KEY = 'kundig-asking'

export interface Asking {
  /** The person who asked: another person in this tab must not see the request. */
  userId: string
  roomId: string
}

/** Remembers, for this tab, the room that the person left to become a seller (see `consumeAsking`). */
export function rememberAsking(asking: Asking): void {
  // When storage is blocked, the person has to return to the chat themselves.
  saveToSession(KEY, JSON.stringify(asking))
}

export function readRememberedAsking(userId: string | null): Asking | null {
  try {
    const asking = readAsking(JSON.parse(readFromSession(KEY) ?? 'null'))
    return asking?.userId === userId ? asking : null
  } catch {
    return null
  }
}

/** Reads and forgets the request that was begun in a room; a second call finds nothing. */
export function consumeAsking(userId: string | null, roomId: string): boolean {
  if (readRememberedAsking(userId)?.roomId !== roomId) return false
  saveToSession(KEY, null)
  return true
}

function readAsking(value: unknown): Asking | null {
  if (typeof value !== 'object' || value === null || !('userId' in value) || !('roomId' in value)) return null
  const { userId, roomId } = value
  return typeof userId === 'string' && typeof roomId === 'string' ? { userId, roomId } : null
}
