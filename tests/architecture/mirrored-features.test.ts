import { existsSync, globSync } from 'node:fs'
import { join, sep } from 'node:path'

import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** A new feature is added here and to the dependency rules. */
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

/** Features shown on a request's card: their screens are in payments. */
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
  it.each(HOMES)('have the same folders in %s as in the contract', (home) => {
    const elsewhere: Record<string, ReadonlySet<string>> = {
      'server/src/features': STORED_BY_CHAT,
      'web/src/features': SHOWN_BY_PAYMENTS,
    }
    expect(featuresIn(home)).toEqual(featuresIn('contract/src').filter((name) => elsewhere[home]?.has(name) !== true))
  })

  it('are the known ones', () => {
    expect(featuresIn('contract/src').filter((name) => !KNOWN.includes(name))).toEqual([])
    expect(featuresIn('contract/src')).not.toEqual([])
  })
})

describe('test folders', () => {
  it('mirror the server in server/test', () => {
    const missing = globSync('**/', { cwd: join(root, 'server/test') })
      .filter((folder) => folder !== '.')
      .filter((folder) => !['features', '.'].some((home) => existsSync(join(root, 'server/src', home, folder))))
    expect(missing).toEqual([])
  })

  it('are features or application in tests/journeys', () => {
    expect(featuresIn('tests/journeys').filter((name) => !KNOWN.includes(name))).toEqual(['application'])
  })
})
