import { type MouseEvent, type PointerEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

const STEPS = [1, 2, 4]
/** Maximum time (ms) and distance (CSS px) between the presses of a double press. */
const DOUBLE_PRESS = { withinMs: 350, withinPx: 24 }
/** Distance by which an arrow key pans the image (CSS px). */
const KEY_STEP = 80

const DIRECTIONS: Record<string, Point | undefined> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

interface Zoomed {
  step: number
  width: number
  height: number
  /** `part` is a point of the image (0 to 1). It stays at the position `seen` (CSS px from the frame's corner). */
  anchor: { part: Point; seen: Point }
}

interface Point {
  x: number
  y: number
}

/** Zooms an image with a double press and with +, - and 0. Scrolling, dragging and arrow keys pan the image. */
export function useZoom() {
  const frame = useRef<HTMLDivElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const [zoomed, setZoomed] = useState<Zoomed | null>(null)
  const step = zoomed?.step ?? 0
  const lastPress = useRef({ at: 0, x: 0, y: 0 })
  const dragged = useRef<Point | null>(null)

  useLayoutEffect(() => {
    const [box, shown] = [frame.current, image.current]
    if (!box || !shown || !zoomed) return
    const { part, seen } = zoomed.anchor
    box.scrollLeft = shown.offsetLeft + part.x * zoomed.width - seen.x
    box.scrollTop = shown.offsetTop + part.y * zoomed.height - seen.y
  }, [zoomed])

  /** Zooms around a point. @param at point that stays in place (CSS px of the window); by default the middle */
  function zoomToStep(next: number, at?: Point): void {
    const [box, shown] = [frame.current, image.current]
    const factor = STEPS[next]
    if (!box || !shown || factor === undefined || shown.naturalWidth === 0) return
    if (factor === 1) return setZoomed(null)
    const edges = box.getBoundingClientRect()
    const fit = Math.min(1, box.clientWidth / shown.naturalWidth, box.clientHeight / shown.naturalHeight)
    const [width, height] = [shown.naturalWidth * fit * factor, shown.naturalHeight * fit * factor]
    const seen = at
      ? { x: at.x - edges.left, y: at.y - edges.top }
      : { x: box.clientWidth / 2, y: box.clientHeight / 2 }
    const before = zoomed ?? { width: width / factor, height: height / factor }
    // Current position of the image's corner. The image is centred in the frame, or scrolled.
    const corner = {
      x: Math.max(0, (box.clientWidth - before.width) / 2) - box.scrollLeft,
      y: Math.max(0, (box.clientHeight - before.height) / 2) - box.scrollTop,
    }
    const part = { x: (seen.x - corner.x) / before.width, y: (seen.y - corner.y) / before.height }
    setZoomed({ step: next, width, height, anchor: { part, seen } })
  }

  const hear = useEffectEvent((event: KeyboardEvent) => {
    const { key } = event
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const next = { '+': step + 1, '=': step + 1, '-': step - 1, '0': 0 }[key]
    if (next !== undefined) return zoomToStep(next)
    const way = DIRECTIONS[key]
    if (!zoomed || !way) return
    event.preventDefault()
    frame.current?.scrollBy({ left: way.x * KEY_STEP, top: way.y * KEY_STEP })
  })
  useEffect(() => {
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [])

  return {
    frame,
    image,
    isZoomed: zoomed !== null,
    size: zoomed && { width: zoomed.width, height: zoomed.height },
    toggle: (): void => zoomToStep(zoomed ? 0 : 1),
    reset: (): void => setZoomed(null),
    pointer: {
      onClick: ({ timeStamp, clientX: x, clientY: y }: MouseEvent) => {
        const { current: last } = lastPress
        lastPress.current = { at: timeStamp, x, y }
        if (timeStamp - last.at > DOUBLE_PRESS.withinMs) return
        if (Math.hypot(x - last.x, y - last.y) > DOUBLE_PRESS.withinPx) return
        lastPress.current = { at: 0, x: 0, y: 0 }
        zoomToStep(zoomed ? 0 : 1, { x, y })
      },
      onPointerDown: ({ pointerType, button, clientX: x, clientY: y }: PointerEvent) => {
        dragged.current = zoomed && pointerType === 'mouse' && button === 0 ? { x, y } : null
      },
      onPointerMove: ({ buttons, clientX: x, clientY: y }: PointerEvent) => {
        const { current: from } = dragged
        if (!from || buttons === 0) return
        frame.current?.scrollBy(from.x - x, from.y - y)
        dragged.current = { x, y }
      },
    },
  }
}
