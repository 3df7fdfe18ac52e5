import { type KeyboardEvent, useState } from 'react'

import type { Row } from '../list/message-rows.ts'

/** Index of the button that each key focuses. A negative index counts from the end, as in `at`. */
const STEPS: Readonly<Record<string, (place: number) => number>> = {
  ArrowUp: (place) => Math.max(0, place - 1),
  ArrowDown: (place) => place + 1,
  Home: () => 0,
  End: () => -1,
}

function listButtons(box: HTMLElement): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>('[data-menu-of]')]
}

function readMenuRowKey(target: EventTarget | null | undefined): string | undefined {
  return target instanceof HTMLElement ? target.dataset['menuOf'] : undefined
}

/** Tab stops only at the lowest menu button in view. Arrow keys, Home and End move to the other menu buttons. */
export function useMenuTabStop(rows: readonly Row[], hasMenu: (row: Row) => boolean) {
  const [chosen, setChosen] = useState<string>()
  const stop = (rows.find((row) => row.key === chosen && hasMenu(row)) ?? rows.findLast(hasMenu))?.key

  const choose = ({ currentTarget: box }: { currentTarget: HTMLElement }): void => {
    const focused = readMenuRowKey(document.activeElement)
    const { top, bottom } = box.getBoundingClientRect()
    const lowest = listButtons(box).findLast((button) => {
      const place = button.getBoundingClientRect()
      return place.bottom > top && place.top < bottom
    })
    setChosen(focused ?? readMenuRowKey(lowest))
  }
  return {
    stop,
    handlers: {
      onScrollEnd: choose,
      onFocus: choose,
      onKeyDown: (event: KeyboardEvent<HTMLElement>): void => {
        const step = STEPS[event.key]
        if (!step || !readMenuRowKey(event.target)) return
        event.preventDefault()
        const buttons = listButtons(event.currentTarget)
        buttons.at(step(buttons.findIndex((button) => button === event.target)))?.focus()
      },
    },
  }
}
