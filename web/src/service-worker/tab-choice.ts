export interface Tab {
  url: string
  focused: boolean
  visibilityState: string
  frameType?: string
}

/** Sign-in windows must not navigate. */
const KEPT = /^\/auth\//u

export function isAt({ url }: Tab, path: string): boolean {
  const { pathname, search } = new URL(url)
  return pathname + search === path
}

/** Chooses the tab at the path, else the visible one, else any. */
export function chooseTab<Open extends Tab>(tabs: readonly Open[], path: string): Open | undefined {
  const own = tabs.filter(({ url, frameType }) => frameType !== 'nested' && !KEPT.test(new URL(url).pathname))
  return (
    own.find((tab) => isAt(tab, path)) ??
    own.find(({ focused }) => focused) ??
    own.find(({ visibilityState }) => visibilityState === 'visible') ??
    own[0]
  )
}
