import { everyOperator } from './every-operator.ts'
import { call, type RowOfGuarantee } from './permission-row.ts'

export const sitePageRows: readonly RowOfGuarantee[] = [
  {
    operation: 'list the site’s pages',
    calls: 'GET /operations/pages',
    attempt: call('GET', '/api/operations/pages'),
    expected: everyOperator('200'),
  },
  {
    operation: 'read a page for editing',
    calls: 'GET /operations/pages/{page}',
    attempt: call('GET', '/api/operations/pages/terms'),
    expected: everyOperator('200'),
  },
  {
    operation: 'read an unknown version of a page',
    calls: 'GET /operations/pages/{page}/versions/{version}',
    attempt: call('GET', '/api/operations/pages/terms/versions/9999'),
    expected: everyOperator('404 NOT_FOUND'),
  },
  {
    operation: 'preview a page',
    calls: 'POST /operations/page-preview',
    attempt: call('POST', '/api/operations/page-preview', () => ({ markdown: '# Text' })),
    expected: everyOperator('200'),
  },
  {
    operation: 'save a page with a wrong revision',
    calls: 'PUT /operations/pages/{page}',
    attempt: call('PUT', '/api/operations/pages/terms', () => ({ revision: 1_000_000, en: 'Text', nl: 'Tekst' })),
    expected: { ...everyOperator('403 ROLE_NEEDED'), owner: '409 PAGE_CHANGED' },
  },
  {
    operation: 'publish a page with a wrong revision',
    calls: 'POST /operations/pages/{page}/publish',
    attempt: call('POST', '/api/operations/pages/terms/publish', () => ({ revision: 1_000_000, asks_again: true })),
    expected: { ...everyOperator('403 ROLE_NEEDED'), owner: '409 PAGE_CHANGED' },
  },
]
