import { useEffect } from 'react'

/** The screen that is shown; undefined until one has been named. */
let screen: string | null | undefined
let news = 0

/** A screen's name before the product's. */
export function formatTitle(title: string | null | undefined): string {
  return title ? `${title} · Kundig` : 'Kundig'
}

function write(): void {
  document.title = `${news > 0 ? `(${news}) ` : ''}${formatTitle(screen)}`
}

/** Names the screen in the browser's tab. */
export function useTitle(title: string | null | undefined): void {
  useEffect(() => {
    screen = title ?? null
    write()
  }, [title])
}

/** Puts before every screen's name how many things are new; nothing at 0. */
export function showCountInTitle(count: number): void {
  if (count === news) return
  news = count
  // Before the first screen has a name the page has one of its own, from the server.
  if (screen !== undefined) write()
}
