import { createStore } from '../state/store.ts'

/** True after a refusal because of new terms, which opens their dialog. */
export const termsRefused = createStore(false)

export function recordRefusal(code: unknown): void {
  if (code === 'TERMS_NOT_ACCEPTED') termsRefused.set(true)
}
