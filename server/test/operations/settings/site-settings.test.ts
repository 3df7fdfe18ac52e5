import { afterEach, beforeAll, describe, expect, it } from 'vitest'

import { DEFAULT_BRANDING } from '@kundig/contract/site/branding'
import { DEFAULT_SETTINGS, type SiteSettings } from '@kundig/contract/site/site-settings'
import { makeOperator } from '@kundig/testing/people/operators'
import { toOutcome } from '@kundig/testing/people/outcome'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

import { openDatabase } from '../../../src/platform/database/database.ts'
import { createLogger } from '../../../src/platform/logging/logger.ts'
import { SiteSettingsStore } from '../../../src/platform/settings/site-settings.ts'

interface Versioned {
  version: number
  settings: SiteSettings
}

const app = useTestApp({ operatorsNeedSecondFactor: false })
let owner: Person
beforeAll(async () => {
  owner = await makeOperator(app, 'owner')
})
afterEach(() => app.sql(`UPDATE site_settings SET stored = '{}', version = version + 1`))

const now = () => app.must<Versioned>(owner, 'GET', '/api/operations/settings')
const set = (version: number, is_on: boolean) =>
  app.api<Versioned>(owner, 'PUT', '/api/operations/settings/waiting-list', { version, is_on })
const join = async (email: string) =>
  toOutcome(
    await app.api(null, 'POST', '/api/waiting-list', {
      full_name: 'Ada Lovelace',
      email,
      category: 'education',
      consent: true,
    }),
  )

describe('the site settings', () => {
  it('have their defaults until an owner changes them', async () => {
    expect((await now()).settings).toEqual(DEFAULT_SETTINGS)
  })

  it('open and close the waiting list', async () => {
    const { version } = await now()
    const closed = await set(version, false)
    expect(closed).toMatchObject({ status: 200, body: { settings: { waiting_list: { is_on: false } } } })
    expect(await join('closed@settings.example')).toBe('403 WAITING_LIST_CLOSED')
    expect((await set(closed.body.version, true)).status).toBe(200)
    expect(await join('open@settings.example')).toBe('200')
  })

  it.each([
    ['waiting-list', { is_on: false }, 'waiting_list_open', 'waiting_list_closed'],
    ['fee', { ...DEFAULT_SETTINGS.fee, percent_bp: 700 }, 'fee', 'fee'],
    ['face', { ...DEFAULT_BRANDING, name: 'Other' }, 'face_as_built', 'face_chosen'],
  ])('log a change of %s', async (group, values, before, after) => {
    const { version } = await now()
    await app.must(owner, 'PUT', `/api/operations/settings/${group}`, { ...values, version })
    expect(
      await app.sql('SELECT action, state_before, state_after, actor_id FROM audit_log ORDER BY id DESC LIMIT 1'),
    ).toEqual([{ action: 'settings_changed', state_before: before, state_after: after, actor_id: owner.id }])
  })

  it('can be saved by one of two concurrent owners; the other one receives a conflict', async () => {
    const { version } = await now()
    const answers = await Promise.all([set(version, false), set(version, false), set(version, false)])
    expect(answers.map((answer) => toOutcome(answer)).toSorted()).toEqual([
      '200',
      '409 SETTINGS_CHANGED',
      '409 SETTINGS_CHANGED',
    ])
    expect((await now()).settings.waiting_list.is_on).toBe(false)
  })

  it('reach another server automatically, and are kept there during a database outage', async () => {
    const connection = openDatabase(app.databaseUrl, 2, createLogger('silent'))
    const other = new SiteSettingsStore({ db: connection.db, logger: createLogger('silent') })
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

  it('keep values that a later release has set', async () => {
    await app.sql(
      `UPDATE site_settings SET version = version + 1,
         stored = '{"voice": {"name": "Later"}, "waiting_list": {"is_on": true, "greeting": "Hello"}}'`,
    )
    expect((await set((await now()).version, false)).status).toBe(200)
    const [row] = await app.sql<{ stored: unknown }>('SELECT stored FROM site_settings')
    expect(row?.stored).toEqual({ voice: { name: 'Later' }, waiting_list: { is_on: false, greeting: 'Hello' } })
  })
})
