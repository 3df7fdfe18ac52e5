import { type ReactNode, startTransition, StrictMode } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'

import type { PageState, PublicPage as Page } from '@kundig/contract/site/public-pages'

import { loadDrawings } from '../../design-system/drawing.tsx'
import { loadFieldRepairs } from '../../design-system/fields/field-repair.ts'
import { loadErrorCatalogue } from '../../platform/api/error-catalogue.ts'
import { watchCalendar } from '../../platform/i18n/calendar.ts'
import { initializePreferences } from '../../platform/preferences/preferences.ts'
import { Landing } from '../../routes/landing/index.tsx'
import { createQueryClient } from '../shell/query-client.ts'
import { seedQueries, STATE_ID } from './page-state.ts'
import type { ApplicationLoader } from './public-navigation.ts'
import { type PageWrapper, PublicPage } from './public-page.tsx'

const loadApp = () => import('../shell/app.tsx')

/** Returns the time of the page's data (epoch ms); 0 for a page from the browser's history. */
function readPageAge(): number {
  const [entry] = performance.getEntriesByType('navigation')
  return entry instanceof PerformanceNavigationTiming && entry.type === 'back_forward' ? 0 : Date.now()
}

interface Screen {
  screen: ReactNode
  wrapper?: PageWrapper
}

async function loadScreen(page: Page): Promise<Screen> {
  if (page.kind === 'landing') return { screen: <Landing isStandIn={page.isStandIn} /> }
  if (page.kind !== 'profile') return (await import('./own-page.tsx')).loadOwnScreen(page)
  // Hydration of a refused profile needs the error texts that the server rendered.
  if ('refusal' in page) await loadErrorCatalogue()
  const { ProfileRoute } = await import('../../routes/profile/index.tsx')
  return { screen: <ProfileRoute userId={page.id} /> }
}

async function loadInputCode(): Promise<void> {
  const [{ tolerateForeignNodes }] = await Promise.all([
    import('../../platform/foreign-nodes.ts'),
    loadFieldRepairs(),
    loadDrawings(),
  ])
  tolerateForeignNodes()
}

/** Hydrates the page that the server rendered. @param onReady called once the page handles events */
export async function hydratePage(onReady: () => void): Promise<void> {
  const container = document.getElementById('root')
  const written = document.getElementById(STATE_ID)?.textContent
  if (!container || !written) throw new Error('No state')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server wrote the state, with the same type
  const state = JSON.parse(written) as PageState
  const { screen, wrapper } = await loadScreen(state.page)
  // An unknown address shows the landing page and gets the landing page's address (spec 2).
  if (state.pathname !== location.pathname) history.replaceState(null, '', state.pathname)
  initializePreferences()
  watchCalendar()
  addEventListener('focusin', () => void loadInputCode().catch(() => undefined), { once: true })
  const queryClient = createQueryClient()
  seedQueries(queryClient, state, readPageAge())

  let root: Root | undefined
  let stay = (): void => undefined
  const applicationLoader: ApplicationLoader = {
    leaveFor: async (href, replace, onUnreachable = () => location.assign(href)) => {
      stay()
      const waiting = new AbortController()
      const { signal } = waiting
      const end = (): void => waiting.abort()
      stay = end
      addEventListener('popstate', end, { signal })
      try {
        const { openApp } = await loadApp()
        const app = await openApp(href, replace, signal)
        if (app !== null) root?.render(pageWith(app))
        return app !== null
      } catch {
        if (!signal.aborted) onUnreachable()
        return false
      } finally {
        end()
      }
    },
    stay: () => stay(),
    // Ignores failures of this prefetch, because leaving the page loads the application again.
    prepare: () => void loadApp().catch(() => undefined),
  }
  const pageWith = (app?: ReactNode) => (
    <StrictMode>
      <PublicPage
        state={state}
        queryClient={queryClient}
        applicationLoader={applicationLoader}
        onReady={onReady}
        wrapper={wrapper}
        app={app}
      >
        {screen}
      </PublicPage>
    </StrictMode>
  )
  // In a transition, hydration can be interrupted by events.
  startTransition(() => {
    root = hydrateRoot(container, pageWith())
  })
}
