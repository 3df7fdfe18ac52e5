import { saveToSession, readFromSession } from '../platform/session-storage.ts'

const KEY = 'kundig-wanted'

/** Stores the profile to return to after logging in or completing one's own profile, for a request to that person. */
export function saveReturnTo(profileId: string): void {
  saveToSession(KEY, profileId)
}

/** The id of the profile to return to, if any. */
export function readReturnTo(): string | null {
  return readFromSession(KEY)
}

export function clearReturnTo(): void {
  saveToSession(KEY, null)
}
