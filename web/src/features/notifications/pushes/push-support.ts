/** What a browser says of itself. */
export interface BrowserAbilities {
  hasPush: boolean
  permission: NotificationPermission | undefined
  userAgent: string
  /** The iPad says that it is a Mac, which has no touch screen. */
  touchPoints: number
  isInstalled: boolean
}

/**
 * Whether pushes can be asked for here: `install` where that takes the installed application (iOS), `denied` where the
 * person has forbidden it.
 */
export type PushSupport = 'possible' | 'denied' | 'install' | 'unsupported'

/** Reads what this browser can do. */
export function readAbilities(): BrowserAbilities {
  return {
    hasPush: 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window,
    permission: 'Notification' in window ? Notification.permission : undefined,
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
    isInstalled: matchMedia('(display-mode: standalone)').matches,
  }
}

/** Whether pushes can be asked for. */
export function pushSupport({
  hasPush,
  permission,
  userAgent,
  touchPoints,
  isInstalled,
}: BrowserAbilities): PushSupport {
  const isIos = /iPhone|iPad|iPod/u.test(userAgent) || (userAgent.includes('Macintosh') && touchPoints > 1)
  if (!hasPush) return isIos && !isInstalled ? 'install' : 'unsupported'
  return permission === 'denied' ? 'denied' : 'possible'
}
