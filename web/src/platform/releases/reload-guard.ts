let guards = 0

/** Prevents automatic reloads, which would lose unsaved work. @returns function that permits reloads again */
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
