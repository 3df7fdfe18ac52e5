/** The DOM id of a payment request's card: it takes the focus when the control that had it is gone. */
export function requestCardId(paymentRequestId: string): string {
  return `payment-${paymentRequestId}`
}

/** Puts the focus on a payment request's card, unless something else has it by the next frame. */
export function focusRequestCard(paymentRequestId: string): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body)
      document.getElementById(requestCardId(paymentRequestId))?.focus({ preventScroll: true })
  })
}
