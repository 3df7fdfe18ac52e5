import type { MouseEvent, ReactNode } from 'react'

import { shown } from '../../../platform/navigation/navigation.ts'

/** Link that works without a router, because the bell also appears on public pages. */
export function BarLink({
  path,
  onGo,
  label,
  className,
  children,
}: {
  path: string
  onGo: () => void
  label?: string
  className: string
  children: ReactNode
}) {
  return (
    <a
      href={path}
      aria-label={label}
      title={label}
      className={className}
      onClick={(event: MouseEvent) => {
        const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
        if (isPlain && shown.navigation) {
          event.preventDefault()
          void shown.navigation.go(path)
        }
        onGo()
      }}
    >
      {children}
    </a>
  )
}
