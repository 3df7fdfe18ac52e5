/** Stores a text while the tab is open; null removes it. Call it for an action of a person. */
export function saveToSession(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // Storage can be blocked; then nothing is stored.
  }
}

export function readFromSession(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}
