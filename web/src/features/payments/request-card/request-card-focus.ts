/** Returns the DOM id of a request's card, which gets the focus when a focused control in it disappears. */
export function toRequestCardId(paymentRequestId: string): string {
  return `payment-${paymentRequestId}`
}

/**
 * Returns the focus to the button that opened a closed dialog, or to the request's card if that button is gone. Does
 * nothing if another element has the focus by the next frame.
 */
export function returnFocus(opener: Element | null, paymentRequestId: string): void {
  requestAnimationFrame(() => {
    const targets = [opener?.isConnected ? opener : null, document.getElementById(toRequestCardId(paymentRequestId))]
    for (const target of targets)
      if (document.activeElement === document.body && target instanceof HTMLElement)
        target.focus({ preventScroll: true })
  })
}
