import { useSyncExternalStore } from 'react'

const WIDE = '(width >= 48rem)'

function subscribe(onChange: () => void): () => void {
  const list = matchMedia(WIDE)
  list.addEventListener('change', onChange)
  return () => list.removeEventListener('change', onChange)
}

export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches)
