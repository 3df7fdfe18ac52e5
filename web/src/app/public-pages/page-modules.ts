import type { PublicPage } from '@kundig/contract/site/public-pages'

const OWN_PAGE_MODULES = [
  'src/app/public-pages/public-main.tsx',
  'src/app/public-pages/own-page.tsx',
  '../contract/src/errors.ts',
  'src/platform/api/rpc-client.ts',
  'src/platform/live/live-connection.ts',
  'src/app/shell/live-events.tsx',
]

/** Lists the source files that a page loads immediately. Other pages load their code when the browser is idle. */
export function listPageModules(page: PublicPage): readonly string[] {
  switch (page.kind) {
    case 'dashboard':
      return [
        ...OWN_PAGE_MODULES,
        'src/routes/dashboard/index.tsx',
        ...(page.tab === 'requests' ? ['src/features/connection-requests/requests-tab.tsx'] : []),
        ...(page.tab === 'chats' ? ['src/routes/dashboard/dashboard-chats.tsx'] : []),
      ]
    case 'account':
      return [...OWN_PAGE_MODULES, 'src/routes/account/index.tsx']
    default:
      return []
  }
}
