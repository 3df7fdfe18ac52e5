import { saveToSession, readFromSession } from '../../../platform/session-storage.ts'

const KEY = 'kundig-reset-address'

/** Remembers for which address a reset link was asked for, so that it need not be typed again to log in. */
export function rememberResetAddress(email: string): void {
  saveToSession(KEY, email)
}

/** The address that a reset link was asked for in this tab; empty when there is none. */
export function resetAddress(): string {
  return readFromSession(KEY) ?? ''
}

/** Forgets it: someone has logged in. */
export function forgetResetAddress(): void {
  saveToSession(KEY, null)
}
