import { type RefObject, useEffect } from 'react'

import { ACCOUNT_PAGES } from '@kundig/contract/site/public-pages'

/** Ids of sections of the account that other screens link to. */
export const GETTING_PAID_ID = 'getting-paid'
export const SAVED_CARDS_ID = 'saved-cards'

export const GETTING_PAID_HREF = `/account#${GETTING_PAID_ID}`
export const SAVED_CARDS_HREF = `${ACCOUNT_PAGES.payments}#${SAVED_CARDS_ID}`

/**
 * Scrolls to a section and focuses its heading, where the address names it.
 * @param id of the section
 * @param isThere whether the section has its final height: before that nothing happens
 */
export function useSectionAnchor(id: string, heading: RefObject<HTMLElement | null>, isThere: boolean): void {
  useEffect(() => {
    if (!isThere || window.location.hash !== `#${id}`) return undefined
    // After the frame has focused the screen's beginning, which it does at every change of the address.
    const frame = requestAnimationFrame(() => {
      heading.current?.focus({ preventScroll: true })
      heading.current?.scrollIntoView({ block: 'start' })
    })
    return () => cancelAnimationFrame(frame)
  }, [id, heading, isThere])
}
