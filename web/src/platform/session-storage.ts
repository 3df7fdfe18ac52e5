/** Stores a text until the tab is closed, or removes it (null). Call it only for an action of the person. */
export function saveToSession(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // If storage is blocked, the text is not stored.
  }
}

export function readFromSession(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}
