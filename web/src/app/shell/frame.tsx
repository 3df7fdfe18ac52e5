import { type ReactNode, useEffect, useRef } from 'react'

import { useTexts } from '../../platform/i18n/texts.ts'
import { shown, useNavigation } from '../../platform/navigation/navigation.ts'
import { appTexts } from './app.messages.ts'
import { NavigationBar } from './navigation-bar.tsx'

export function Frame({ children }: { children: ReactNode }) {
  const texts = useTexts(appTexts)
  const main = useFocusOnNavigation()
  const navigation = useNavigation()
  useEffect(() => {
    shown.navigation = navigation
  }, [navigation])
  return (
    <div className="flex min-h-dvh flex-col">
      <NavigationBar>
        <a
          href="#main"
          className="sr-only rounded-md bg-accent font-semibold text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-40 focus:px-4 focus:py-3"
          onClick={(event) => {
            event.preventDefault()
            main.current?.focus()
          }}
        >
          {texts.skip}
        </a>
      </NavigationBar>
      <main id="main" ref={main} tabIndex={-1} className="flex flex-1 flex-col outline-none">
        {children}
      </main>
    </div>
  )
}

/** Focuses each new screen, so that keyboards and screen readers start at the top. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useNavigation().place
  const focusedAt = useRef(pathname)
  useEffect(() => {
    if (focusedAt.current === pathname) return
    focusedAt.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
