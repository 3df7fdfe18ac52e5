import { createStore } from '../state/store.ts'

/** True after the server has refused a call because of new terms. The dialog about the terms is then open. */
export const termsRefused = createStore(false)

export function recordTermsRefusal(code: unknown): void {
  if (code === 'TERMS_NOT_ACCEPTED') termsRefused.set(true)
}
