import { type TouchEvent, useRef } from 'react'

/** Duration of a long press (ms), the same as in browsers. */
const AFTER_MS = 500
/** Maximum movement of a finger during a long press (CSS px). Further movement is a scroll. */
const STILL_WITHIN_PX = 10

/** Reports a long press, for which Safari on iOS sends no `contextmenu` event. */
export function useLongPress(onLongPress: (at: { x: number; y: number }, target: EventTarget) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef({ x: 0, y: 0 })
  const cancel = (): void => clearTimeout(timer.current)
  return {
    onTouchStart: ({ touches, target }: TouchEvent): void => {
      cancel()
      const finger = touches[0]
      if (!finger || touches.length > 1) return
      const at = { x: finger.clientX, y: finger.clientY }
      start.current = at
      timer.current = setTimeout(() => onLongPress(at, target), AFTER_MS)
    },
    onTouchMove: ({ touches }: TouchEvent): void => {
      const finger = touches[0]
      const { x, y } = start.current
      if (!finger || Math.hypot(finger.clientX - x, finger.clientY - y) > STILL_WITHIN_PX) cancel()
    },
    onTouchEnd: cancel,
    onTouchCancel: cancel,
  }
}
