import { EllipsisVertical } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'

import { IconButton } from '../button.tsx'
import { cx } from '../class-names.ts'
import { openLayer } from './layers.ts'

export interface MenuItem {
  label: string
  icon?: ReactNode
  destructive?: boolean
  onSelect: () => void
}

/** Esc, Tab, Back and a press outside close it; the focus returns to the button, also from an item's dialog. */
export function Menu({ label, icon, items }: { label: string; icon?: ReactNode; items: readonly MenuItem[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const area = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const entries = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]

  useLayoutEffect(() => {
    if (isOpen) list.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
  }, [isOpen, list])
  useEffect(() => (isOpen ? openLayer(() => setIsOpen(false)) : undefined), [isOpen])
  useEffect(() => {
    if (!isOpen) return undefined
    const foldBeside = (event: PointerEvent): void => {
      if (event.target instanceof Node && !area.current?.contains(event.target)) setIsOpen(false)
    }
    document.addEventListener('pointerdown', foldBeside)
    return () => document.removeEventListener('pointerdown', foldBeside)
  }, [isOpen])

  function fold(): void {
    button.current?.focus()
    setIsOpen(false)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Tab') return setIsOpen(false)
    if (event.key === 'Escape') {
      // Stops here: parents use Escape as well.
      event.stopPropagation()
      return fold()
    }
    const all = entries()
    const at = all.findIndex((entry) => entry === document.activeElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    all.at(next % all.length)?.focus()
  }

  return (
    <div ref={area} className="relative flex-none">
      <IconButton
        ref={button}
        label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {icon ?? <EllipsisVertical size={20} />}
      </IconButton>
      {isOpen && (
        // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its items have the focus
        <div
          ref={list}
          id={id}
          role="menu"
          aria-label={label}
          onKeyDown={onKeyDown}
          className="absolute end-0 top-full z-10 mt-1 grid w-max max-w-[calc(100vw-2rem)] min-w-48 rounded-md border border-border bg-surface p-1 shadow-2"
        >
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
              onClick={() => {
                fold()
                item.onSelect()
              }}
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
      )}
    </div>
  )
}
