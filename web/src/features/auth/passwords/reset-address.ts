import { saveToSession, readFromSession } from '../../../platform/session-storage.ts'

const KEY = 'kundig-reset-address'

export function rememberResetAddress(email: string): void {
  saveToSession(KEY, email)
}

export function readResetAddress(): string {
  return readFromSession(KEY) ?? ''
}

export function forgetResetAddress(): void {
  saveToSession(KEY, null)
}
