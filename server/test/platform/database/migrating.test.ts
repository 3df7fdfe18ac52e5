import { expect, it } from 'vitest'

import { createTestDatabase } from '@kundig/testing/server/test-app'

import { migrate } from '../../../src/platform/database/migrate.ts'

it('servers that start on a database at the same time create the job tables once', async () => {
  const database = await createTestDatabase()
  try {
    await database.sql.query('DROP SCHEMA jobs CASCADE')
    const ran = await Promise.all(Array.from({ length: 5 }, () => migrate(database.url)))
    expect(ran).toEqual([[], [], [], [], []])
    const [made] = await database.sql.query<{ version: number }>('SELECT version FROM jobs.version')
    expect(made?.version).toBeGreaterThan(0)
  } finally {
    await database.drop()
  }
})
