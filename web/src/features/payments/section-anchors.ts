import { type RefObject, useEffect } from 'react'

import { ACCOUNT_PAGES } from '@kundig/contract/site/public-pages'

export const GETTING_PAID_ID = 'getting-paid'
export const SAVED_CARDS_ID = 'saved-cards'

export const GETTING_PAID_HREF = `/account#${GETTING_PAID_ID}`
export const SAVED_CARDS_HREF = `${ACCOUNT_PAGES.payments}#${SAVED_CARDS_ID}`

/** Scrolls to the section in the address and focuses its heading. `isThere`: the section has its final height. */
export function useSectionAnchor(id: string, heading: RefObject<HTMLElement | null>, isThere: boolean): void {
  useEffect(() => {
    if (!isThere || window.location.hash !== `#${id}`) return undefined
    // Runs after the application's frame, which focuses the start of the screen whenever the address changes.
    const frame = requestAnimationFrame(() => {
      heading.current?.focus({ preventScroll: true })
      heading.current?.scrollIntoView({ block: 'start' })
    })
    return () => cancelAnimationFrame(frame)
  }, [id, heading, isThere])
}
