import { saveToSession, readFromSession } from '../platform/session-storage.ts'

const KEY = 'kundig-wanted'

/** Stores the receiver's profile, to which a person returns after logging in or completing their own profile. */
export function saveReturnProfileId(profileId: string): void {
  saveToSession(KEY, profileId)
}

export function readReturnProfileId(): string | null {
  return readFromSession(KEY)
}

export function clearReturnProfileId(): void {
  saveToSession(KEY, null)
}
