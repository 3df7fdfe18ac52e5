/** What is known of an open tab. */
export interface Tab {
  url: string
  focused: boolean
  visibilityState: string
  frameType?: string
}

/** A window that somebody signs in with must stay what it is. */
const KEPT = /^\/auth\//u

/** Whether a tab is at a path already. */
export function isAt({ url }: Tab, path: string): boolean {
  const { pathname, search } = new URL(url)
  return pathname + search === path
}

/**
 * The tab in which a tap on a notification is answered: the one that is there already, or else the one that is looked at,
 * or any.
 */
export function chooseTab<Open extends Tab>(tabs: readonly Open[], path: string): Open | undefined {
  const own = tabs.filter(({ url, frameType }) => frameType !== 'nested' && !KEPT.test(new URL(url).pathname))
  return (
    own.find((tab) => isAt(tab, path)) ??
    own.find(({ focused }) => focused) ??
    own.find(({ visibilityState }) => visibilityState === 'visible') ??
    own[0]
  )
}
