import { DEFAULT_CATEGORIES } from '@kundig/contract/profiles/default-categories'
import { DEFAULT_BRANDING } from '@kundig/contract/site/branding'

import { everyOperator } from './every-operator.ts'
import { call, type RowOfGuarantee } from './permission-row.ts'

export const SETTINGS_ROWS: readonly RowOfGuarantee[] = [
  {
    operation: 'read what is set of the site',
    calls: 'GET /operations/settings',
    attempt: call('GET', '/api/operations/settings'),
    expected: everyOperator('200'),
  },
  {
    operation: 'close the waiting list, as seen long ago',
    calls: 'PUT /operations/settings/waiting-list',
    attempt: call('PUT', '/api/operations/settings/waiting-list', () => ({ version: -1, is_on: false })),
    expected: { ...everyOperator('403 ROLE_NEEDED'), owner: '409 SETTINGS_CHANGED' },
  },
  {
    operation: 'set the fee, as seen long ago',
    calls: 'PUT /operations/settings/fee',
    attempt: call('PUT', '/api/operations/settings/fee', () => ({
      version: -1,
      percent_bp: 100,
      fixed_cents: 0,
      least_cents: 0,
      minimum_cents: 1,
      is_refunded: true,
    })),
    expected: { ...everyOperator('403 ROLE_NEEDED'), owner: '409 SETTINGS_CHANGED' },
  },
  {
    operation: 'set the categories, as seen long ago',
    calls: 'PUT /operations/settings/categories',
    attempt: call('PUT', '/api/operations/settings/categories', () => ({ version: -1, list: DEFAULT_CATEGORIES })),
    expected: { ...everyOperator('403 ROLE_NEEDED'), owner: '409 SETTINGS_CHANGED' },
  },
  {
    operation: 'set the name and colours of the site, as seen long ago',
    calls: 'PUT /operations/settings/branding',
    attempt: call('PUT', '/api/operations/settings/branding', () => ({ version: -1, ...DEFAULT_BRANDING })),
    expected: { ...everyOperator('403 ROLE_NEEDED'), owner: '409 SETTINGS_CHANGED' },
  },
  {
    operation: 'set a logo that is none',
    calls: 'PUT /operations/settings/logo',
    attempt: call('PUT', '/api/operations/settings/logo?version=-1', () => ({})),
    expected: { ...everyOperator('403 ROLE_NEEDED'), owner: '400 LOGO_REQUIRED' },
  },
  {
    operation: 'take the logo away, as seen long ago',
    calls: 'DELETE /operations/settings/logo',
    attempt: call('DELETE', '/api/operations/settings/logo?version=-1'),
    expected: { ...everyOperator('403 ROLE_NEEDED'), owner: '409 SETTINGS_CHANGED' },
  },
  {
    operation: 'ask whether colours can be read',
    calls: 'GET /operations/settings/colours',
    attempt: call('GET', '/api/operations/settings/colours?primary=%23123456&accent='),
    expected: everyOperator('200'),
  },
]
