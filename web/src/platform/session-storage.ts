/** Keeps a text for as long as the tab is open, or forgets it (null). Call it in answer to something a person does. */
export function saveToSession(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // Storage can be blocked altogether; then nothing is kept.
  }
}

/** The text that this tab keeps, or null. */
export function readFromSession(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}
