import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'

import { LIMITS } from '@kundig/contract/limits'

import { getCachedTimeline } from '../../cache/chat.queries.ts'
import type { Line } from './message-lines.ts'
import type { Older } from './older-messages.tsx'

/** Time that a message stays marked (ms). */
const MARKED_MS = 2000
/** Maximum wait until the list shows a loaded row (frames). */
const FRAMES_MAX = 60
/** Frames between two tries to scroll: the virtual list measures rows in between. */
const FRAMES_PER_TRY = 15

const SCROLL_KEYS: ReadonlySet<string> = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', ' '])

/** Events by which a person scrolls. Each function returns false for other uses of its event. */
const HANDS = {
  wheel: () => true,
  touchmove: () => true,
  // Only a press on the scroll bar scrolls, and not a press on the list.
  pointerdown: (event: Event) => event.target === event.currentTarget,
  keydown: (event: Event) => event instanceof KeyboardEvent && SCROLL_KEYS.has(event.key),
} as const satisfies Record<string, (event: Event) => boolean>

export interface JumpOptions {
  roomId: string
  box: RefObject<HTMLElement | null>
  list: RefObject<VirtualizerHandle | null>
  lines: readonly Line[]
  older: Older
  /** Called before the list moves. */
  onMove: () => void
  target: JumpTarget | null
}

/** Message to jump to from outside the list. */
export interface JumpTarget {
  seq: number
  /** Called when the jump starts, so that the jump runs only once. */
  onStart: () => void
}

export interface Jump {
  /** Shows, marks and focuses a message. Loads older pages as needed. Scrolling or another jump stops this. */
  jump: (seq: number) => void
  markedSeq: number | null
}

export function useJumpToMessage({ roomId, box, list, lines, older, onMove, target }: JumpOptions): Jump {
  const queryClient = useQueryClient()
  const [marked, setMarked] = useState<{ seq: number } | null>(null)
  const running = useRef<AbortController>(undefined)
  const shownLines = useRef(lines)
  useLayoutEffect(() => {
    shownLines.current = lines
  }, [lines])
  useEffect(() => () => running.current?.abort(), [])
  useEffect(() => {
    if (!marked) return undefined
    const timer = setTimeout(() => setMarked(null), MARKED_MS)
    return () => clearTimeout(timer)
  }, [marked])

  async function loadTargetMessage(seq: number, signal: AbortSignal): Promise<boolean> {
    for (;;) {
      const { messages, hasOlder } = getCachedTimeline(queryClient, roomId) ?? { messages: [], hasOlder: false }
      if (messages.some((message) => message.seq === seq)) return true
      const first = messages[0]?.seq ?? 0
      if (!hasOlder || first <= seq) return false
      if (!(await older.load(LIMITS.chatPageMax)) || signal.aborted) return false
      // The last request returned no older messages, so another request would be empty too.
      if (getCachedTimeline(queryClient, roomId)?.messages[0]?.seq === first) return false
    }
  }

  async function scrollToMessage(seq: number, element: HTMLElement, signal: AbortSignal): Promise<void> {
    const findRow = () => element.querySelector<HTMLElement>(`[data-seq="${seq}"]`)
    onMove()
    let nextTry = 0
    for (let frame = 0; frame < FRAMES_MAX; frame++) {
      const row = findRow()
      if (row && isRowInView(row, element)) break
      const index = shownLines.current.findIndex((line) =>
        line.some((one) => one.kind === 'message' && one.message.seq === seq),
      )
      const virtual = list.current
      // A loaded row is rendered a little later.
      if (virtual && index !== -1 && frame >= nextTry) {
        nextTry = frame + FRAMES_PER_TRY
        // A list that was just opened may have moved to its end again.
        onMove()
        virtual.scrollToIndex(index, { align: virtual.getItemSize(index) < virtual.viewportSize ? 'center' : 'start' })
      }
      await new Promise(requestAnimationFrame)
      if (signal.aborted) return
    }
    setMarked({ seq })
    const next = findRow()?.querySelector<HTMLElement>('[data-menu-of]') ?? element
    next.focus({ preventScroll: true })
  }

  async function jumpToMessage(seq: number): Promise<void> {
    running.current?.abort()
    const element = box.current
    if (!element) return
    const stopping = new AbortController()
    running.current = stopping
    const { signal } = stopping
    for (const [kind, isByHand] of Object.entries(HANDS)) {
      const stop = (event: Event): void => {
        if (isByHand(event)) stopping.abort()
      }
      element.addEventListener(kind, stop, { signal, passive: true })
    }
    if ((await loadTargetMessage(seq, signal)) && !signal.aborted) await scrollToMessage(seq, element, signal)
    stopping.abort()
  }

  const start = useEffectEvent(({ seq, onStart }: JumpTarget) => {
    onStart()
    void jumpToMessage(seq)
  })
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- a jump needs the rendered list, and takes its target once
    if (target) start(target)
  }, [target])

  // The function is stable, because each row of the list receives it.
  const latestRun = useRef(jumpToMessage)
  useLayoutEffect(() => {
    latestRun.current = jumpToMessage
  })
  const jump = useCallback((seq: number) => void latestRun.current(seq), [])

  return { jump, markedSeq: marked?.seq ?? null }
}

/** True when the whole row is in view or fills the view. False for rows that the virtual list hides until measured. */
function isRowInView(row: Element, box: Element): boolean {
  if (!row.checkVisibility({ visibilityProperty: true })) return false
  const { top, bottom } = row.getBoundingClientRect()
  const view = box.getBoundingClientRect()
  const [above, below] = [view.top - top, bottom - view.bottom]
  // Positions may be fractions of a pixel.
  return (above < 1 && below < 1) || (above > -1 && below > -1)
}
