import { saveToSession, readFromSession } from '../platform/session-storage.ts'

const KEY = 'kundig-wanted'

/** Stores the profile to return to, for a request, after the log-in or the completion of one's own profile. */
export function saveReturnTo(profileId: string): void {
  saveToSession(KEY, profileId)
}

export function readReturnTo(): string | null {
  return readFromSession(KEY)
}

export function clearReturnTo(): void {
  saveToSession(KEY, null)
}
