import { type RefObject, useEffect } from 'react'

/** The id of the account page's part about becoming a seller. */
export const GETTING_PAID_ID = 'getting-paid'

/** The address of that part. */
export const GETTING_PAID_HREF = `/account#${GETTING_PAID_ID}`

/**
 * Goes to that part once it is there, where the address asks for it: the page's own beginning has the focus until then.
 * @param heading takes the focus
 * @param isThere whether the part has its final height
 */
export function useWayToGettingPaid(heading: RefObject<HTMLElement | null>, isThere: boolean): void {
  useEffect(() => {
    if (!isThere || window.location.hash !== `#${GETTING_PAID_ID}`) return undefined
    // After the screen's own focus, which follows every change of the address.
    const frame = requestAnimationFrame(() => {
      heading.current?.focus({ preventScroll: true })
      heading.current?.scrollIntoView({ block: 'start' })
    })
    return () => cancelAnimationFrame(frame)
  }, [heading, isThere])
}
