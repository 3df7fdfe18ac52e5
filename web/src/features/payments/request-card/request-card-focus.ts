/** Returns the DOM id of a request's card, which gets the focus when a focused control in it disappears. */
export function toRequestCardId(paymentRequestId: string): string {
  return `payment-${paymentRequestId}`
}

/** Focuses a closed dialog's opener, or else the request's card, unless another element has focus by the next frame. */
export function returnFocus(opener: Element | null, paymentRequestId: string): void {
  requestAnimationFrame(() => {
    const targets = [opener?.isConnected ? opener : null, document.getElementById(toRequestCardId(paymentRequestId))]
    for (const target of targets)
      if (document.activeElement === document.body && target instanceof HTMLElement)
        target.focus({ preventScroll: true })
  })
}
