import { saveToSession, readFromSession } from '../platform/session-storage.ts'

const KEY = 'kundig-wanted'

/** Stores the receiver's profile, to which a person returns after logging in or completing their own profile. */
export function saveReturnTo(profileId: string): void {
  saveToSession(KEY, profileId)
}

export function readReturnTo(): string | null {
  return readFromSession(KEY)
}

export function clearReturnTo(): void {
  saveToSession(KEY, null)
}
