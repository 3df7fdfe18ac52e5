let guards = 0

/** Prevents automatic reloads during work that they would lose. @returns releases it */
export function preventReload(): () => void {
  let isActive = true
  guards++
  return () => {
    if (isActive) guards--
    isActive = false
  }
}

export function isReloadPrevented(): boolean {
  return guards > 0
}
