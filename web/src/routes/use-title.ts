import { useEffect } from 'react'

/** Names the screen in the browser's tab, before the product's name. */
export function useTitle(title: string | null | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · Kundig` : 'Kundig'
  }, [title])
}
