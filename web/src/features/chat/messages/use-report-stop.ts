import { type KeyboardEvent, useState } from 'react'

import type { Row } from './message-rows.ts'

/** Target button per key; a negative place counts from the end, as in `at`. */
const STEPS: Readonly<Record<string, (place: number) => number>> = {
  ArrowUp: (place) => Math.max(0, place - 1),
  ArrowDown: (place) => place + 1,
  Home: () => 0,
  End: () => -1,
}

function buttonsIn(box: HTMLElement): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>('[data-report]')]
}

function keyOf(target: EventTarget | null | undefined): string | undefined {
  return target instanceof HTMLElement ? target.dataset['report'] : undefined
}

/** Makes Tab stop at one report button, the lowest in view; arrow keys, Home and End lead to the others. */
export function useReportStop(rows: readonly Row[], partnerId: string) {
  const [chosen, setChosen] = useState<string>()
  const isReportable = (row: Row): boolean =>
    row.kind === 'message' &&
    row.message.sender_id === partnerId &&
    (row.message.kind === 'text' || row.message.kind === 'file')
  const stop = (rows.find((row) => row.key === chosen && isReportable(row)) ?? rows.findLast(isReportable))?.key

  const choose = ({ currentTarget: box }: { currentTarget: HTMLElement }): void => {
    const focused = keyOf(document.activeElement)
    const { top, bottom } = box.getBoundingClientRect()
    const lowest = buttonsIn(box).findLast((button) => {
      const place = button.getBoundingClientRect()
      return place.bottom > top && place.top < bottom
    })
    setChosen(focused ?? keyOf(lowest))
  }
  return {
    stop,
    handlers: {
      onScrollEnd: choose,
      onFocus: choose,
      onKeyDown: (event: KeyboardEvent<HTMLElement>): void => {
        const step = STEPS[event.key]
        if (!step || !keyOf(event.target)) return
        event.preventDefault()
        const buttons = buttonsIn(event.currentTarget)
        buttons.at(step(buttons.findIndex((button) => button === event.target)))?.focus()
      },
    },
  }
}
