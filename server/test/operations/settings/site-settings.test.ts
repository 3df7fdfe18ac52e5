import { afterEach, beforeAll, describe, expect, it } from 'vitest'

import type { OperatorRole } from '@kundig/contract/operations/operator-roles'
import { DEFAULT_SETTINGS, type SiteSettings } from '@kundig/contract/site-settings'
import { makeOperator } from '@kundig/testing/people/operators'
import { outcome } from '@kundig/testing/people/outcome'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

import { openDatabase } from '../../../src/platform/database/database.ts'
import { createLogger } from '../../../src/platform/logging/logger.ts'
import { createSiteSettings } from '../../../src/platform/settings/site-settings.ts'

interface Versioned {
  version: number
  settings: SiteSettings
}

const app = useTestApp({ operatorsNeedSecondFactor: false })
let owner: Person
beforeAll(async () => {
  owner = await operator('owner')
})
afterEach(() => app.sql(`UPDATE site_settings SET stored = '{}', version = version + 1`))

const operator = (role: OperatorRole): Promise<Person> => makeOperator(app, role)

const now = () => app.must<Versioned>(owner, 'GET', '/api/operations/settings')
const set = (version: number, is_on: boolean) =>
  app.api<Versioned>(owner, 'PUT', '/api/operations/settings/waiting-list', { version, is_on })
const join = async (email: string) =>
  outcome(
    await app.api(null, 'POST', '/api/waiting-list', {
      full_name: 'Ada Lovelace',
      email,
      category: 'education',
      consent: true,
    }),
  )

describe('what is set of the site', () => {
  it('has its defaults until somebody sets it', async () => {
    expect((await now()).settings).toEqual(DEFAULT_SETTINGS)
  })

  it('closes and opens the waiting list at once, with an entry of the log for each', async () => {
    const { version } = await now()
    const closed = await set(version, false)
    expect(closed).toMatchObject({ status: 200, body: { settings: { waiting_list: { is_on: false } } } })
    expect(await join('closed@settings.example')).toBe('403 WAITING_LIST_CLOSED')
    expect((await set(closed.body.version, true)).status).toBe(200)
    expect(await join('open@settings.example')).toBe('200')
    const entries = await app.sql(
      `SELECT action, state_before, state_after, actor_id FROM audit_log ORDER BY id DESC LIMIT 2`,
    )
    const common = { action: 'settings_changed', actor_id: owner.id }
    expect(entries).toEqual([
      { ...common, state_before: 'waiting_list_closed', state_after: 'waiting_list_open' },
      { ...common, state_before: 'waiting_list_open', state_after: 'waiting_list_closed' },
    ])
  })

  it('is changed by one of two owners who save at once; the other is told, and sees what was set', async () => {
    const { version } = await now()
    const answers = await Promise.all([set(version, false), set(version, false), set(version, false)])
    expect(answers.map((answer) => outcome(answer)).toSorted()).toEqual([
      '200',
      '409 SETTINGS_CHANGED',
      '409 SETTINGS_CHANGED',
    ])
    expect((await now()).settings.waiting_list.is_on).toBe(false)
  })

  it('holds on another server by itself, and stays as it was there while the database is away', async () => {
    const connection = openDatabase(app.databaseUrl, 2, createLogger('silent'))
    const other = createSiteSettings({ db: connection.db, logger: createLogger('silent') })
    const stop = await other.start()
    try {
      await set((await now()).version, false)
      await expect.poll(() => other.read().waiting_list.is_on, { timeout: 20_000 }).toBe(false)
    } finally {
      await stop()
      await connection.close()
    }
    expect(other.read().waiting_list.is_on).toBe(false)
  })

  it('keeps what a later release has set, and is harmless where it makes no sense', async () => {
    await app.sql(
      `UPDATE site_settings SET version = version + 1,
         stored = '{"voice": {"name": "Later"}, "waiting_list": {"is_on": true, "greeting": "Hello"}}'`,
    )
    expect((await set((await now()).version, false)).status).toBe(200)
    const [row] = await app.sql<{ stored: unknown }>('SELECT stored FROM site_settings')
    expect(row?.stored).toEqual({ voice: { name: 'Later' }, waiting_list: { is_on: false, greeting: 'Hello' } })
    for (const broken of ['{"waiting_list": 5}', '{"waiting_list": {"is_on": "no"}}']) {
      await app.sql('UPDATE site_settings SET version = version + 1, stored = $1::jsonb', [broken])
      expect((await now()).settings).toEqual(DEFAULT_SETTINGS)
    }
  })
})
