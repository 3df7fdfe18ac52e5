import type { ComponentProps, MouseEvent } from 'react'

import { type GoOptions, useNavigation } from './navigation.ts'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & GoOptions & { href: string }

function isPlainClick(event: MouseEvent<HTMLAnchorElement>): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}

/** Link that works before our code loads. Afterwards it navigates without a page load. */
export function Link({ href, replace, keepScroll, onClick, onPointerEnter, children, ...rest }: LinkProps) {
  const { go, prepare } = useNavigation()
  return (
    <a
      {...rest}
      href={href}
      onPointerEnter={(event) => {
        onPointerEnter?.(event)
        prepare(href)
      }}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || !isPlainClick(event)) return
        event.preventDefault()
        void go(href, { ...(replace && { replace }), ...(keepScroll && { keepScroll }) })
      }}
    >
      {children}
    </a>
  )
}
