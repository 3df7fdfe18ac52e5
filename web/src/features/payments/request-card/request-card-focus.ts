/** DOM id of a request's card, which gets the focus after its focused control disappears. */
export function requestCardId(paymentRequestId: string): string {
  return `payment-${paymentRequestId}`
}

/** Focuses a request's card, unless something else has the focus by the next frame. */
export function focusRequestCard(paymentRequestId: string): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body)
      document.getElementById(requestCardId(paymentRequestId))?.focus({ preventScroll: true })
  })
}
