import { useEffect } from 'react'

import { SITE_NAME } from '../platform/site.ts'

let screen: string | null | undefined
let count = 0

export function formatTitle(title: string | null | undefined): string {
  return title ? `${title} · ${SITE_NAME}` : SITE_NAME
}

function writeDocumentTitle(): void {
  document.title = `${count > 0 ? `(${count}) ` : ''}${formatTitle(screen)}`
}

export function useTitle(title: string | null | undefined): void {
  useEffect(() => {
    screen = title ?? null
    writeDocumentTitle()
  }, [title])
}

export function showCountInTitle(next: number): void {
  if (next === count) return
  count = next
  // Until the first screen sets a title, the server's title stays.
  if (screen !== undefined) writeDocumentTitle()
}
