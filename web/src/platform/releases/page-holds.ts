let holds = 0

/** Prevents automatic reloads during work that they would lose. @returns releases it */
export function holdPage(): () => void {
  let isHeld = true
  holds++
  return () => {
    if (isHeld) holds--
    isHeld = false
  }
}

export function isPageHeld(): boolean {
  return holds > 0
}
