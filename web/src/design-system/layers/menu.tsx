import { EllipsisVertical } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'

import { IconButton } from '../button.tsx'
import { MenuList, type MenuItem } from './menu-list.tsx'

/** Button with a menu. Esc, Tab, Back and a press outside close the menu; the focus returns to the button. */
export function Menu({ label, icon, items }: { label: string; icon?: ReactNode; items: readonly MenuItem[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const area = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

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
        <MenuList
          id={id}
          label={label}
          items={items}
          area={area}
          returnFocus={() => button.current?.focus()}
          onClose={() => setIsOpen(false)}
          className="absolute end-0 top-full mt-1"
        />
      )}
    </div>
  )
}
