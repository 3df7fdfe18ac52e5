import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useLayoutEffect } from 'react'

import type { PageState } from '@kundig/contract/site/public-pages'

import { NavigationContext } from '../../platform/navigation/navigation.ts'
import { RenderedPreferences } from '../../platform/preferences/preferences.ts'
import { Frame } from '../shell/frame.tsx'
import { Providers } from '../shell/providers.tsx'
import { type ApplicationLoader, usePublicNavigation } from './public-navigation.ts'

/** Component around a page's frame. It may provide other navigation. */
export type PageWrapper = ComponentType<{ applicationLoader: ApplicationLoader; children: ReactNode }>

export type PublicPageProps = {
  state: PageState
  queryClient: QueryClient
  applicationLoader: ApplicationLoader
  onReady?: () => void
  wrapper?: PageWrapper | undefined
  app?: ReactNode
  children: ReactNode
}

export function PublicPage({
  state,
  queryClient,
  applicationLoader,
  onReady,
  wrapper,
  app,
  children,
}: PublicPageProps) {
  const { language, darkMode } = state
  useLayoutEffect(() => onReady?.(), [onReady])
  return (
    <RenderedPreferences value={{ language, darkMode: darkMode ?? false }}>
      <Providers queryClient={queryClient}>
        {app ?? (
          <WrappedPage state={state} applicationLoader={applicationLoader} wrapper={wrapper}>
            {children}
          </WrappedPage>
        )}
      </Providers>
    </RenderedPreferences>
  )
}

function WrappedPage({
  state,
  applicationLoader,
  wrapper: Wrapper,
  children,
}: Pick<PublicPageProps, 'state' | 'applicationLoader' | 'wrapper' | 'children'>) {
  const navigation = usePublicNavigation(state, applicationLoader)
  const framed = <Frame>{children}</Frame>
  return (
    <NavigationContext value={navigation}>
      {Wrapper ? <Wrapper applicationLoader={applicationLoader}>{framed}</Wrapper> : framed}
    </NavigationContext>
  )
}
