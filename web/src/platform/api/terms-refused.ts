import { createStore } from '../state/store.ts'

/** Whether something was just refused because the new terms are yet to be accepted: the dialog that asks for it is open. */
export const termsRefused = createStore(false)

/** Hears the code of every refusal, by whichever way the server was asked. */
export function noteRefusal(code: unknown): void {
  if (code === 'TERMS_NOT_ACCEPTED') termsRefused.set(true)
}
