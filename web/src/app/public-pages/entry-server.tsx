import { renderToString } from 'react-dom/server'

import type { RenderPublicPage } from '@kundig/contract/public-pages'

import { Landing } from '../../routes/landing/index.tsx'
import { ProfileRoute } from '../../routes/profile/index.tsx'
import { createQueryClient } from '../shell/query-client.ts'
import { seedQueries, STATE_ID } from './page-state.ts'
import { renderHead, scriptSafe } from './public-head.ts'
import { PublicPage } from './public-page.tsx'

/** Nobody leaves a page while it is rendered. */
const NO_APPLICATION = { leaveFor: () => Promise.resolve(), prepare: () => undefined }

/** Renders a public page. All its data is in the state: nothing is fetched here. */
export const render: RenderPublicPage = (state, base) => {
  const queryClient = createQueryClient()
  seedQueries(queryClient, state, Date.now())
  const { page } = state
  const html = renderToString(
    <PublicPage state={state} queryClient={queryClient} applicationLoader={NO_APPLICATION}>
      {page.kind === 'landing' ? <Landing isStandIn={page.isStandIn} /> : <ProfileRoute userId={page.id} />}
    </PublicPage>,
  )
  queryClient.clear()
  return {
    head: renderHead(state, base),
    body: `<div id="root">${html}</div><script type="application/json" id="${STATE_ID}">${scriptSafe(state)}</script>`,
  }
}
