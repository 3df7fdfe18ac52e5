import { useEffect } from 'react'

import { SITE_NAME } from '../platform/site.ts'

/** The title of the shown screen; undefined before the first. */
let screen: string | null | undefined
let count = 0

/** A screen's title with the site's name. */
export function formatTitle(title: string | null | undefined): string {
  return title ? `${title} · ${SITE_NAME}` : SITE_NAME
}

function write(): void {
  document.title = `${count > 0 ? `(${count}) ` : ''}${formatTitle(screen)}`
}

/** Sets the title of the browser's tab. */
export function useTitle(title: string | null | undefined): void {
  useEffect(() => {
    screen = title ?? null
    write()
  }, [title])
}

/** Shows a number before every screen's title; nothing at 0. */
export function showCountInTitle(next: number): void {
  if (next === count) return
  count = next
  // Before the first screen sets a title the page has the server's.
  if (screen !== undefined) write()
}
