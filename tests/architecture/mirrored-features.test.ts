import { existsSync, globSync } from 'node:fs'
import { join, sep } from 'node:path'

import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** All features. A new feature must be added to this list and to the dependency rules. */
const KNOWN = [
  'appointments',
  'auth',
  'books',
  'chat',
  'connection-requests',
  'notifications',
  'operations',
  'payments',
  'profiles',
  'refunds',
  'reviews',
  'safety',
  'waiting-list',
]

const SHARED = new Set(['errors', 'live', 'site', 'texts'])

/** Features without their own screens. The payments feature shows them in the card of a payment request. */
const SHOWN_BY_PAYMENTS = new Set(['books', 'refunds'])

/** Appointments are parts of messages (decision 162). */
const STORED_BY_CHAT = new Set(['appointments'])

const HOMES = ['contract/src', 'server/src/features', 'web/src/features']

function featuresIn(home: string): string[] {
  const folder = join(root, home)
  if (!existsSync(folder)) return []
  const files = globSync('*/**/*.{ts,tsx}', { cwd: folder })
  const names = new Set(files.map((file) => file.split(sep)[0] ?? ''))
  return [...(home === 'contract/src' ? names.difference(SHARED) : names)].toSorted()
}

describe('the features', () => {
  it.each(HOMES)('have the same feature folders in %s as in the contract', (home) => {
    const elsewhere: Record<string, ReadonlySet<string>> = {
      'server/src/features': STORED_BY_CHAT,
      'web/src/features': SHOWN_BY_PAYMENTS,
    }
    expect(featuresIn(home)).toEqual(featuresIn('contract/src').filter((name) => elsewhere[home]?.has(name) !== true))
  })

  it('are exactly the known features', () => {
    expect(featuresIn('contract/src').filter((name) => !KNOWN.includes(name))).toEqual([])
    expect(featuresIn('contract/src')).not.toEqual([])
  })
})

describe('test folders', () => {
  it('in server/test mirror the folders of the server', () => {
    const missing = globSync('**/', { cwd: join(root, 'server/test') })
      .filter((folder) => folder !== '.')
      .filter((folder) => !['features', '.'].some((home) => existsSync(join(root, 'server/src', home, folder))))
    expect(missing).toEqual([])
  })

  it('in tests/journeys are named after features or the application', () => {
    expect(featuresIn('tests/journeys').filter((name) => !KNOWN.includes(name))).toEqual(['application'])
  })
})
