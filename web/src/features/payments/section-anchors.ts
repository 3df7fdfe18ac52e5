import { type RefObject, useEffect } from 'react'

/** The ids of the account page's parts that are led to from elsewhere. */
export const GETTING_PAID_ID = 'getting-paid'
export const SAVED_CARDS_ID = 'saved-cards'

/** The addresses of those parts. */
export const GETTING_PAID_HREF = `/account#${GETTING_PAID_ID}`
export const SAVED_CARDS_HREF = `/account#${SAVED_CARDS_ID}`

/**
 * Goes to a part once it is there, where the address asks for it: the page's own beginning has the focus until then.
 * @param id of the part
 * @param heading takes the focus
 * @param isThere whether the part has its final height
 */
export function useSectionAnchor(id: string, heading: RefObject<HTMLElement | null>, isThere: boolean): void {
  useEffect(() => {
    if (!isThere || window.location.hash !== `#${id}`) return undefined
    // After the screen's own focus, which follows every change of the address.
    const frame = requestAnimationFrame(() => {
      heading.current?.focus({ preventScroll: true })
      heading.current?.scrollIntoView({ block: 'start' })
    })
    return () => cancelAnimationFrame(frame)
  }, [id, heading, isThere])
}
