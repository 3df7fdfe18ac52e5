import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useLayoutEffect } from 'react'

import type { PageState } from '@kundig/contract/site/public-pages'

import { NavigationContext } from '../../platform/navigation/navigation.ts'
import { RenderedPreferences } from '../../platform/preferences/preferences.ts'
import { Frame } from '../shell/frame.tsx'
import { Providers } from '../shell/providers.tsx'
import { type ApplicationLoader, usePublicNavigation } from './public-navigation.ts'

/** Wraps a page's frame, and may replace its navigation. */
export type Place = ComponentType<{ applicationLoader: ApplicationLoader; children: ReactNode }>

export type PublicPageProps = {
  state: PageState
  queryClient: QueryClient
  applicationLoader: ApplicationLoader
  onReady?: () => void
  place?: Place | undefined
  app?: ReactNode
  children: ReactNode
}

export function PublicPage({ state, queryClient, applicationLoader, onReady, place, app, children }: PublicPageProps) {
  const { language, darkMode } = state
  useLayoutEffect(() => onReady?.(), [onReady])
  return (
    <RenderedPreferences value={{ language, darkMode: darkMode ?? false }}>
      <Providers queryClient={queryClient}>
        {app ?? (
          <Placed state={state} applicationLoader={applicationLoader} place={place}>
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
  place: Place,
  children,
}: Pick<PublicPageProps, 'state' | 'applicationLoader' | 'place' | 'children'>) {
  const navigation = usePublicNavigation(state, applicationLoader)
  const framed = <Frame>{children}</Frame>
  return (
    <NavigationContext value={navigation}>
      {Place ? <Place applicationLoader={applicationLoader}>{framed}</Place> : framed}
    </NavigationContext>
  )
}
