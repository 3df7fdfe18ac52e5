import type { QueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect } from 'react'

import type { PageState } from '@kundig/contract/public-pages'

import { NavigationContext } from '../../platform/navigation/navigation.ts'
import { RenderedPreferences } from '../../platform/preferences/preferences.ts'
import { Frame } from '../shell/frame.tsx'
import { Providers } from '../shell/providers.tsx'
import { type ApplicationLoader, usePublicNavigation } from './public-navigation.ts'

export type PublicPageProps = {
  state: PageState
  queryClient: QueryClient
  applicationLoader: ApplicationLoader
  /** Called once the page answers to events. */
  onReady?: () => void
  /** The application, once it has taken the page's place. */
  app?: ReactNode
  /** The page's own screen. */
  children: ReactNode
}

/** A public page within its frame and providers, the same on the server and in the browser. */
export function PublicPage({ state, queryClient, applicationLoader, onReady, app, children }: PublicPageProps) {
  const { language, darkMode } = state
  useLayoutEffect(() => onReady?.(), [onReady])
  useEffect(() => {
    if (app === undefined) return
    // As after a page load, keyboard and screen reader begin at the top.
    window.scrollTo(0, 0)
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [app])
  return (
    <RenderedPreferences value={{ language, darkMode: darkMode ?? false }}>
      <Providers queryClient={queryClient}>
        {app ?? (
          <Placed state={state} applicationLoader={applicationLoader}>
            {children}
          </Placed>
        )}
      </Providers>
    </RenderedPreferences>
  )
}

function Placed({
  state,
  applicationLoader,
  children,
}: Pick<PublicPageProps, 'state' | 'applicationLoader' | 'children'>) {
  const navigation = usePublicNavigation(state, applicationLoader)
  return (
    <NavigationContext value={navigation}>
      <Frame>{children}</Frame>
    </NavigationContext>
  )
}
