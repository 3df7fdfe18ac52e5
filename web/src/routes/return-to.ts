import { saveToSession, readFromSession } from '../platform/session-storage.ts'

const KEY = 'kundig-wanted'

/** Remembers whom someone wanted to ask who has to log in or to complete their profile first. */
export function saveReturnTo(profileId: string): void {
  saveToSession(KEY, profileId)
}

/** The id of the profile that was wanted, if any; it stays remembered. */
export function readReturnTo(): string | null {
  return readFromSession(KEY)
}

/** Forgets it: the person is led there now. */
export function clearReturnTo(): void {
  saveToSession(KEY, null)
}
