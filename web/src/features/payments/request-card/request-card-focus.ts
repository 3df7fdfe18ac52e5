/** Returns the DOM id of a request's card, which gets the focus when a focused control in it disappears. */
export function toRequestCardId(paymentRequestId: string): string {
  return `payment-${paymentRequestId}`
}

/**
 * Focuses the opener of a closed dialog, or the request's card if the opener is gone, unless something else has the
 * focus by the next frame.
 */
export function returnFocus(opener: Element | null, paymentRequestId: string): void {
  requestAnimationFrame(() => {
    const targets = [opener?.isConnected ? opener : null, document.getElementById(toRequestCardId(paymentRequestId))]
    for (const target of targets)
      if (document.activeElement === document.body && target instanceof HTMLElement)
        target.focus({ preventScroll: true })
  })
}
