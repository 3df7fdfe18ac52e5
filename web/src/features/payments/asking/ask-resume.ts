import { readFromSession, saveToSession } from '../../../platform/session-storage.ts'

/** The key of the room in which a person wanted to ask for money and could not yet. */
const KEY = 'kundig-asking'

/** A room in which a person wants to ask for money. */
export interface Asking {
  /** Whoever logs in next in this tab has no part in it. */
  userId: string
  roomId: string
}

/**
 * Remembers, for this tab, that somebody left a room in order to become a seller. The return from Stripe leads back there,
 * where the dialog opens by itself (`consumeAsking`).
 */
export function rememberAsking(asking: Asking): void {
  // Where storage is blocked, the person has to find the way back to the chat.
  saveToSession(KEY, JSON.stringify(asking))
}

/** Where a person wanted to ask for money, if anywhere. */
export function rememberedAsking(userId: string | null): Asking | null {
  try {
    const asking = readAsking(JSON.parse(readFromSession(KEY) ?? 'null'))
    return asking?.userId === userId ? asking : null
  } catch {
    return null
  }
}

/** Reads and forgets that a person wanted to ask in a room: a second call finds nothing. */
export function consumeAsking(userId: string | null, roomId: string): boolean {
  if (rememberedAsking(userId)?.roomId !== roomId) return false
  saveToSession(KEY, null)
  return true
}

function readAsking(value: unknown): Asking | null {
  if (typeof value !== 'object' || value === null || !('userId' in value) || !('roomId' in value)) return null
  const { userId, roomId } = value
  return typeof userId === 'string' && typeof roomId === 'string' ? { userId, roomId } : null
}
