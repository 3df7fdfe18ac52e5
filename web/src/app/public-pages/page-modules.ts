import type { PublicPage } from '@kundig/contract/site/public-pages'

/** What every page loads at once that only its reader sees. */
const OF_EVERY_OWN_PAGE = [
  'src/app/public-pages/public-main.tsx',
  'src/app/public-pages/own-page.tsx',
  '../contract/src/errors.ts',
  'src/platform/api/rpc-client.ts',
  'src/platform/live/live-connection.ts',
  'src/app/shell/live-events.tsx',
]

/**
 * The source files of the code that a page loads at once, in their build, with all that they import. A page for
 * everybody waits for an idle moment.
 */
export function modulesOf(page: PublicPage): readonly string[] {
  switch (page.kind) {
    case 'dashboard':
      return [
        ...OF_EVERY_OWN_PAGE,
        'src/routes/dashboard/index.tsx',
        ...(page.tab === 'requests' ? ['src/features/connection-requests/requests-tab.tsx'] : []),
        ...(page.tab === 'chats' ? ['src/routes/dashboard/dashboard-chats.tsx'] : []),
      ]
    case 'account':
      return [...OF_EVERY_OWN_PAGE, 'src/routes/account/index.tsx']
    default:
      return []
  }
}
