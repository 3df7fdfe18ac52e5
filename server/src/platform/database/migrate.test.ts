import { expect, it } from 'vitest'

import { requirePostgresVersion } from './migrate.ts'

it.each(['15.14 (Debian 15.14-0+deb12u1)', '17.6'])(
  'refuses PostgreSQL %s, and names the required version',
  (version) => {
    expect(() => requirePostgresVersion(version)).toThrow(
      `PostgreSQL 18 or later; DATABASE_URL is PostgreSQL ${version}`,
    )
  },
)

it.each(['18.0', '19beta1'])('accepts PostgreSQL %s', (version) => {
  expect(() => requirePostgresVersion(version)).not.toThrow()
})
