import { Plus } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

import { IconButton } from '../../../design-system/button.tsx'
import { cx } from '../../../design-system/class-names.ts'
import { registerLayer } from '../../../design-system/layers/layers.ts'
import { useOutsideEvents } from '../../../design-system/layers/use-outside.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { chatTexts } from '../chat.messages.ts'

/** Id of the button that gets the focus on narrow screens after a chosen file was removed. */
export const COMPOSER_TOOLS_ID = 'composer-tools'

/** Buttons beside the field. On narrow screens a "+" button opens them as a list, to leave room for the text. */
export function ComposerTools({ children }: { children: ReactNode }) {
  const texts = useTexts(chatTexts)
  const [isOpen, setIsOpen] = useState(false)
  const area = useRef<HTMLDivElement>(null)
  const listId = useId()

  useEffect(() => (isOpen ? registerLayer(() => setIsOpen(false)) : undefined), [isOpen])
  useOutsideEvents(area, () => setIsOpen(false), isOpen)

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !isOpen) return
    event.stopPropagation()
    document.getElementById(COMPOSER_TOOLS_ID)?.focus()
    setIsOpen(false)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Esc counts wherever in it the focus is
    <div ref={area} className="relative" onKeyDown={onKeyDown}>
      <IconButton
        id={COMPOSER_TOOLS_ID}
        label={texts.add}
        aria-expanded={isOpen}
        aria-controls={listId}
        className="size-12 md:hidden"
        onClick={() => setIsOpen(!isOpen)}
      >
        <Plus size={22} className={cx('transition-transform', isOpen && 'rotate-45')} />
      </IconButton>
      <div
        id={listId}
        onClickCapture={() => {
          if (!isOpen) return
          // Focuses this button first, because the pressed tool disappears. Its dialog later returns the focus here.
          document.getElementById(COMPOSER_TOOLS_ID)?.focus()
          setIsOpen(false)
        }}
        className={cx(
          'max-md:absolute max-md:start-0 max-md:bottom-full max-md:z-10 max-md:mb-2 max-md:rounded-md max-md:border max-md:border-border max-md:bg-surface max-md:p-1 max-md:shadow-2 md:flex',
          !isOpen && 'max-md:hidden',
        )}
      >
        {children}
      </div>
    </div>
  )
}
