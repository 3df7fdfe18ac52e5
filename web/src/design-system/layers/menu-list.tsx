import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react'

import { cx } from '../class-names.ts'
import { registerLayer } from './layers.ts'
import { useOutsideEvents } from './use-outside.ts'

export interface MenuItem {
  label: string
  icon?: ReactNode
  destructive?: boolean
  onSelect: () => void
}

/** Row of choices above the items. Left and Right move within the row; Up and Down leave it. */
export interface MenuChoices {
  label: string
  options: readonly { label: string; isChecked: boolean; onSelect: () => void }[]
}

export interface MenuListProps {
  id: string
  label: string
  items: readonly MenuItem[]
  choices?: MenuChoices | undefined
  /** Area outside which a press closes the menu; by default the list. */
  area?: RefObject<HTMLElement | null>
  /** Viewport point (CSS px) at which the list opens on top of the page. Without it, `className` sets the position. */
  at?: { x: number; y: number } | undefined
  /** Focuses the opener on Esc, and before an item's action. A dialog that the action opens returns the focus there. */
  returnFocus: () => void
  onClose: () => void
  className?: string
}

/** A press or scroll outside closes a list at a fixed point. Otherwise the page would move away from the list. */
const PRESSES_AND_WHEEL = ['pointerdown', 'wheel'] as const

/** Minimum distance to the window's edge (CSS px). */
const MARGIN_PX = 8

export function MenuList({ id, label, items, choices, area, at, returnFocus, onClose, className }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null)
  const find = (role: string): HTMLElement[] => [
    ...(list.current?.querySelectorAll<HTMLElement>(`[role=${role}]`) ?? []),
  ]
  const close = useEffectEvent(onClose)

  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    if (at) {
      if (!element.matches(':popover-open')) element.showPopover()
      const { width, height } = element.getBoundingClientRect()
      const fits = at.y + height + MARGIN_PX <= innerHeight
      element.style.top = `${Math.max(MARGIN_PX, fits ? at.y : at.y - height)}px`
      element.style.left = `${Math.max(MARGIN_PX, Math.min(at.x, innerWidth - width - MARGIN_PX))}px`
    }
    element.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true })
  }, [at])
  useEffect(() => registerLayer(() => close()), [])
  useOutsideEvents(area ?? list, onClose, true, at ? PRESSES_AND_WHEEL : undefined)

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Tab') return onClose()
    if (event.key === 'Escape') {
      // Stops the event, because parents also handle Escape.
      event.stopPropagation()
      returnFocus()
      return onClose()
    }
    const isFocused = (entry: HTMLElement): boolean => entry === document.activeElement
    const row = find('menuitemcheckbox')
    const across = row.findIndex(isFocused)
    const stop = row[across] ?? row.find((entry) => entry.getAttribute('aria-checked') === 'true') ?? row[0]
    const column = [...(stop ? [stop] : []), ...find('menuitem')]
    const place = column.findIndex(isFocused)
    const aside = across === -1 ? undefined : { ArrowRight: across + 1, ArrowLeft: across - 1 }[event.key]
    const next = aside ?? { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: -1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const entries = aside === undefined ? column : row
    entries.at(next % entries.length)?.focus()
  }

  function selectItem(onSelect: () => void): void {
    returnFocus()
    onClose()
    onSelect()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the menu's items take the focus
    <div
      ref={list}
      id={id}
      role="menu"
      aria-label={label}
      popover={at ? 'manual' : undefined}
      onKeyDown={onKeyDown}
      className={cx(
        'z-10 grid w-max max-w-[calc(100vw-2rem)] min-w-48 rounded-md border border-border bg-surface p-1 shadow-2',
        at && 'fixed inset-auto m-0',
        className,
      )}
    >
      {choices && (
        <div role="group" aria-label={choices.label} className="mb-1 flex border-b border-border pb-1">
          {choices.options.map(({ label: sign, isChecked, onSelect }) => (
            <button
              key={sign}
              type="button"
              role="menuitemcheckbox"
              aria-checked={isChecked}
              tabIndex={-1}
              className="size-11 rounded-full text-[1.375rem] leading-none hover:bg-surface-2 focus-visible:bg-surface-2 aria-checked:border-2 aria-checked:border-primary aria-checked:bg-primary-soft"
              onClick={() => selectItem(onSelect)}
            >
              {sign}
            </button>
          ))}
        </div>
      )}
      {items.map((item) => (
        <button
          key={item.label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={cx(
            'flex min-h-11 items-center gap-3 rounded-sm px-3 text-start text-[0.9375rem] font-medium hover:bg-surface-2 focus-visible:bg-surface-2',
            item.destructive === true ? 'text-danger' : 'text-ink',
          )}
          onClick={() => selectItem(item.onSelect)}
        >
          {item.icon && (
            <span aria-hidden="true" className="contents">
              {item.icon}
            </span>
          )}
          <span>{item.label}</span>
        </button>
      ))}
    </div>
  )
}
