import { useInfiniteQuery } from '@tanstack/react-query'
import { type KeyboardEvent, Suspense, useEffect, useId, useRef, useState } from 'react'

import { CountBadge } from '../../../design-system/badge.tsx'
import { IconButton } from '../../../design-system/button.tsx'
import { registerLayer } from '../../../design-system/layers/layers.ts'
import { useOutsideEvents } from '../../../design-system/layers/use-outside.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { createLazyPart } from '../../../platform/lazy-part.tsx'
import { useIdleWork } from '../../../platform/live/use-once-live.ts'
import { countUnread } from '../bell-cache.ts'
import { bellQuery } from '../notifications.queries.ts'
import { BellIcon } from './bell-icon.tsx'
import { bellTexts } from './bell.messages.ts'

import './bell.css'

const BellPanel = createLazyPart(() => import('./bell-panel.tsx').then((module) => module.BellPanel))

const PRESSES_AND_FOCUS = ['pointerdown', 'focusin'] as const

/** Bell with its panel. Esc, Back, a press outside, or moving the focus out of the panel closes it. */
export function Bell() {
  const texts = useTexts(bellTexts)
  const { data: unread = 0 } = useInfiniteQuery({ ...bellQuery, select: countUnread })
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const area = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useIdleWork(() => void BellPanel.preload())

  useEffect(() => {
    if (!isOpen) return undefined
    return registerLayer(() => {
      button.current?.focus()
      setIsOpen(false)
    })
  }, [isOpen])
  useOutsideEvents(area, () => setIsOpen(false), isOpen, PRESSES_AND_FOCUS)

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !isOpen) return
    event.stopPropagation()
    button.current?.focus()
    setIsOpen(false)
  }

  const figure = unread > 99 ? '99+' : String(unread)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Esc counts wherever in it the focus is
    <div ref={area} data-bell="" className="sm:relative" onKeyDown={onKeyDown}>
      <IconButton
        ref={button}
        label={unread > 0 ? texts.unread(figure) : texts.title}
        className="relative"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <BellIcon size={20} />
        <CountBadge count={unread} label="" className="absolute end-0.5 top-0.5 min-w-[18px] px-1 ring-2 ring-bg" />
      </IconButton>
      {isOpen && (
        <Suspense>
          <BellPanel
            id={id}
            onLeave={() => {
              setIsOpen(false)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
