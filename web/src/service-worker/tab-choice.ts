export interface Tab {
  url: string
  focused: boolean
  visibilityState: string
  frameType?: string
}

/** Paths of sign-in windows, which must not navigate elsewhere. */
const KEPT = /^\/auth\//u

export function isTabAtPath({ url }: Tab, path: string): boolean {
  const { pathname, search } = new URL(url)
  return pathname + search === path
}

/** Chooses the tab that shows the path, else the visible tab, else any tab. */
export function chooseTab<Open extends Tab>(tabs: readonly Open[], path: string): Open | undefined {
  const own = tabs.filter(({ url, frameType }) => frameType !== 'nested' && !KEPT.test(new URL(url).pathname))
  return (
    own.find((tab) => isTabAtPath(tab, path)) ??
    own.find(({ focused }) => focused) ??
    own.find(({ visibilityState }) => visibilityState === 'visible') ??
    own[0]
  )
}
