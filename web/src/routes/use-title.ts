import { useEffect } from 'react'

/** A screen's name before the product's. */
export function titleOf(title: string | null | undefined): string {
  return title ? `${title} · Kundig` : 'Kundig'
}

/** Names the screen in the browser's tab. */
export function useTitle(title: string | null | undefined): void {
  useEffect(() => {
    document.title = titleOf(title)
  }, [title])
}
