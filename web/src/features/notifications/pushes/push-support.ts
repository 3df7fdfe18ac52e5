export interface BrowserAbilities {
  hasPush: boolean
  permission: NotificationPermission | undefined
  userAgent: string
  /** Distinguishes iPads, which claim to be Macs, from Macs, which have no touch screen. */
  touchPoints: number
  isInstalled: boolean
}

/** `install`: pushes need the installed application (iOS). `denied`: the person denied permission. */
export type PushSupport = 'possible' | 'denied' | 'install' | 'unsupported'

export function readBrowserAbilities(): BrowserAbilities {
  return {
    hasPush: 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window,
    permission: 'Notification' in window ? Notification.permission : undefined,
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
    isInstalled: matchMedia('(display-mode: standalone)').matches,
  }
}

export function toPushSupport({
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
