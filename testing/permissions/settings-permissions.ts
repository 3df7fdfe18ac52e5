import { DEFAULT_CATEGORIES } from '@kundig/contract/profiles/default-categories'
import { DEFAULT_BRANDING } from '@kundig/contract/site/branding'

import { everyOperator } from './every-operator.ts'
import { call, type RowOfGuarantee } from './permission-row.ts'

export const SETTINGS_ROWS: readonly RowOfGuarantee[] = [
  {
    operation: 'read the site settings',
    calls: 'GET /operations/settings',
    attempt: call('GET', '/api/operations/settings'),
    expected: everyOperator('200'),
  },
  {
    operation: 'close the waiting list with outdated settings',
    calls: 'PUT /operations/settings/waiting-list',
    attempt: call('PUT', '/api/operations/settings/waiting-list', () => ({ version: -1, is_on: false })),
    expected: { ...everyOperator('403 ROLE_NEEDED'), owner: '409 SETTINGS_CHANGED' },
  },
  {
    operation: 'set the fee with outdated settings',
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
    operation: 'set the categories with outdated settings',
    calls: 'PUT /operations/settings/categories',
    attempt: call('PUT', '/api/operations/settings/categories', () => ({ version: -1, list: DEFAULT_CATEGORIES })),
    expected: { ...everyOperator('403 ROLE_NEEDED'), owner: '409 SETTINGS_CHANGED' },
  },
  {
    operation: 'set the branding with outdated settings',
    calls: 'PUT /operations/settings/branding',
    attempt: call('PUT', '/api/operations/settings/branding', () => ({ version: -1, ...DEFAULT_BRANDING })),
    expected: { ...everyOperator('403 ROLE_NEEDED'), owner: '409 SETTINGS_CHANGED' },
  },
  {
    operation: 'set an invalid logo',
    calls: 'PUT /operations/settings/logo',
    attempt: call('PUT', '/api/operations/settings/logo?version=-1', () => ({})),
    expected: { ...everyOperator('403 ROLE_NEEDED'), owner: '400 LOGO_REQUIRED' },
  },
  {
    operation: 'remove the logo with outdated settings',
    calls: 'DELETE /operations/settings/logo',
    attempt: call('DELETE', '/api/operations/settings/logo?version=-1'),
    expected: { ...everyOperator('403 ROLE_NEEDED'), owner: '409 SETTINGS_CHANGED' },
  },
  {
    operation: 'check the contrast of colours',
    calls: 'GET /operations/settings/colours',
    attempt: call('GET', '/api/operations/settings/colours?primary=%23123456&accent='),
    expected: everyOperator('200'),
  },
]
