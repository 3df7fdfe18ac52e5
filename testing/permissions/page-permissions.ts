import { everyOperator } from './every-operator.ts'
import { call, type RowOfGuarantee } from './permission-row.ts'

export const sitePageRows: readonly RowOfGuarantee[] = [
  {
    operation: 'read how the pages of the site are',
    calls: 'GET /operations/pages',
    attempt: call('GET', '/api/operations/pages'),
    expected: everyOperator('200'),
  },
  {
    operation: 'read a page of the site, to work on it',
    calls: 'GET /operations/pages/{page}',
    attempt: call('GET', '/api/operations/pages/terms'),
    expected: everyOperator('200'),
  },
  {
    operation: 'read a version of a page that there never was',
    calls: 'GET /operations/pages/{page}/versions/{version}',
    attempt: call('GET', '/api/operations/pages/terms/versions/9999'),
    expected: everyOperator('404 NOT_FOUND'),
  },
  {
    operation: 'look how a page would be',
    calls: 'POST /operations/page-preview',
    attempt: call('POST', '/api/operations/page-preview', () => ({ markdown: '# Text' })),
    expected: everyOperator('200'),
  },
  {
    operation: 'save a page of the site, as seen in another time',
    calls: 'PUT /operations/pages/{page}',
    attempt: call('PUT', '/api/operations/pages/terms', () => ({ revision: 1_000_000, en: 'Text', nl: 'Tekst' })),
    expected: { ...everyOperator('403 ROLE_NEEDED'), owner: '409 PAGE_CHANGED' },
  },
  {
    operation: 'publish a page of the site, as seen in another time',
    calls: 'POST /operations/pages/{page}/publish',
    attempt: call('POST', '/api/operations/pages/terms/publish', () => ({ revision: 1_000_000, asks_again: true })),
    expected: { ...everyOperator('403 ROLE_NEEDED'), owner: '409 PAGE_CHANGED' },
  },
]
