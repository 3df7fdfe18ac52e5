import { keepInTab, keptInTab } from '../platform/session-storage.ts'

const KEY = 'kundig-wanted'

/** Remembers whom someone wanted to ask who has to log in or to complete their profile first. */
export function rememberWanted(profileId: string): void {
  keepInTab(KEY, profileId)
}

/** The id of the profile that was wanted, if any; it stays remembered. */
export function wantedProfile(): string | null {
  return keptInTab(KEY)
}

/** Forgets it: the person is led there now. */
export function forgetWanted(): void {
  keepInTab(KEY, null)
}
