/** The DOM id of a request's slip: the focus goes there when the control that had it is gone. */
export function slipId(paymentRequestId: string): string {
  return `payment-${paymentRequestId}`
}

/** Puts the focus on a slip, unless something else has it by the next frame. */
export function focusSlip(paymentRequestId: string): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body)
      document.getElementById(slipId(paymentRequestId))?.focus({ preventScroll: true })
  })
}
