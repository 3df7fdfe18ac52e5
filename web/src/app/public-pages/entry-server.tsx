import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'

import type { PublicPage as Page, RenderPublicPage } from '@kundig/contract/site/public-pages'

import { Account } from '../../routes/account/index.tsx'
import { Dashboard } from '../../routes/dashboard/index.tsx'
import { Landing } from '../../routes/landing/index.tsx'
import { ProfileRoute } from '../../routes/profile/index.tsx'
import { createQueryClient } from '../shell/query-client.ts'
import { fillPlaceholders } from './fill-in.ts'
import { HistoryGuard } from './history-guard.tsx'
import { MissingCodeNotice } from './missing-code.tsx'
import { listPageModules } from './page-modules.ts'
import { isOwnPage, seedQueries, STATE_ID } from './page-state.ts'
import { escapeHtml, renderHead, escapeForScript } from './public-head.ts'
import { PublicPage } from './public-page.tsx'

const NO_APPLICATION = { leaveFor: () => Promise.resolve(false), stay: () => undefined, prepare: () => undefined }

/** Renders a public page from its state, without fetching data. */
export const render: RenderPublicPage = (state, base, words) => {
  const queryClient = createQueryClient()
  seedQueries(queryClient, state, Date.now())
  const { page } = state
  const html = renderToString(
    <PublicPage
      state={state}
      queryClient={queryClient}
      applicationLoader={NO_APPLICATION}
      {...(isOwnPage(page) && { wrapper: HistoryGuard })}
    >
      {toScreen(page)}
    </PublicPage>,
  )
  queryClient.clear()
  const missingCode = isOwnPage(page) ? renderToString(<MissingCodeNotice language={state.language} />) : ''
  return {
    modules: listPageModules(page),
    head: fillPlaceholders(renderHead(state, base), words, escapeHtml),
    // Personal pages load their code immediately. Other pages wait until the browser is idle.
    body: `<div id="root"${isOwnPage(page) ? ' data-now="1"' : ''}>${fillPlaceholders(html + '</div>' + missingCode, words, escapeHtml)}<script type="application/json" id="${STATE_ID}">${escapeForScript(state)}</script>`,
  }
}

function toScreen(page: Page): ReactNode {
  switch (page.kind) {
    case 'landing':
      return <Landing isStandIn={page.isStandIn} />
    case 'profile':
      return <ProfileRoute userId={page.id} />
    case 'dashboard':
      return <Dashboard />
    case 'account':
      return <Account />
  }
}
