let holds = 0

/**
 * Keeps this page from being loaded anew by itself, as long as something is under way that would be lost.
 * @returns lets go again
 */
export function holdPage(): () => void {
  let isHeld = true
  holds++
  return () => {
    if (isHeld) holds--
    isHeld = false
  }
}

/** Whether something is under way that a reload would lose. */
export function isPageHeld(): boolean {
  return holds > 0
}
