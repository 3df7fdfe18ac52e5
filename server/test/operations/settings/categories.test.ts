import { afterEach, beforeAll, describe, expect, it } from 'vitest'

import type { OperatorRole } from '@kundig/contract/operations/operator-roles'
import { CATEGORY_LIMITS, type CategoryEntry } from '@kundig/contract/profiles/categories'
import { DEFAULT_CATEGORIES } from '@kundig/contract/profiles/default-categories'
import type { Profile } from '@kundig/contract/profiles/profiles.contract'
import type { SiteSettings } from '@kundig/contract/site/site-settings'
import { makeOperator } from '@kundig/testing/people/operators'
import { toOutcome } from '@kundig/testing/people/outcome'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

import { CategoryService } from '../../../src/features/profiles/category.service.ts'
import { openDatabase } from '../../../src/platform/database/database.ts'
import { createLogger } from '../../../src/platform/logging/logger.ts'
import { SiteSettingsStore } from '../../../src/platform/settings/site-settings.ts'

interface Versioned {
  version: number
  settings: SiteSettings
}

const app = useTestApp({ operatorsNeedSecondFactor: false, withPages: true })
let owner: Person
beforeAll(async () => {
  owner = await operator('owner')
})
afterEach(async () => {
  await app.sql(`UPDATE site_settings SET stored = '{}', version = version + 1`)
  const { version } = await now()
  await app.must(owner, 'PUT', '/api/operations/settings/waiting-list', { version, is_on: true })
})

const operator = (role: OperatorRole): Promise<Person> => makeOperator(app, role)

const now = () => app.must<Versioned>(owner, 'GET', '/api/operations/settings')
const put = (version: number, list: readonly object[]) =>
  app.api<Versioned>(owner, 'PUT', '/api/operations/settings/categories', { version, list })
const set = async (list: readonly object[]) => put((await now()).version, list)
const setOne = (id: string, change: Partial<CategoryEntry>) =>
  set(DEFAULT_CATEGORIES.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)))
const listed = async () => (await app.must<{ items: CategoryEntry[] }>(null, 'GET', '/api/categories')).items
const find = async (query: string): Promise<string[]> => {
  const { items } = await app.must<{ items: Profile[] }>(null, 'GET', `/api/profiles?${query}`)
  return items.map(({ full_name }) => full_name)
}
const saveAs = (person: Person, expertise: string) =>
  app.api<Profile>(person, 'PUT', `/api/profiles/${person.id}`, {
    id: person.id,
    full_name: 'Person With a Field',
    bio: null,
    expertise,
    is_public: true,
  })
const page = async (path: string): Promise<string> => (await fetch(app.url + path)).text()
const lastEntries = (count: number) =>
  app.sql(
    `SELECT action, subject_kind, subject_slug, state_before, state_after FROM audit_log
     WHERE actor_id = $1 AND subject_kind = 'category' ORDER BY id DESC LIMIT $2`,
    [owner.id, count],
  )

const GARDENS: CategoryEntry = {
  id: 'gardens-nature',
  label: { en: 'Gardens & Nature', nl: 'Tuin & Natuur' },
  short_label: { en: 'Gardens', nl: 'Tuin' },
  is_hidden: false,
}
const entry = (action: string, id: string, before: string | null, after: string) => ({
  action,
  subject_kind: 'category',
  subject_slug: id,
  state_before: before,
  state_after: after,
})

describe('the categories', () => {
  it('are the twelve defaults, readable by everyone, until an owner changes the list', async () => {
    expect(await listed()).toEqual(DEFAULT_CATEGORIES)
  })

  it('are found by their new name only, immediately after a rename', async () => {
    for (const full_name of ['First Teacher', 'Second Teacher', 'Third Teacher']) {
      await app.profiled({ full_name, expertise: 'education' })
    }
    const first = await app.must<{ items: Profile[]; next_cursor: string }>(
      null,
      'GET',
      '/api/profiles?query=onderwijs&limit=2',
    )
    expect(first.items.map(({ full_name }) => full_name)).toEqual(['Third Teacher', 'Second Teacher'])
    expect((await setOne('education', { label: { en: 'Teaching', nl: 'Lesgeven' } })).status).toBe(200)
    expect(await find('query=lesgeven')).toContain('First Teacher')
    expect(await find('query=TEACHING')).toContain('First Teacher')
    expect(await find('query=onderwijs')).toEqual([])
    expect(await find(`query=onderwijs&limit=2&cursor=${first.next_cursor}`)).toEqual([])
    expect(await find(`query=lesgeven&limit=2&cursor=${first.next_cursor}`)).toContain('First Teacher')
    expect(await find('category=education')).toContain('First Teacher')
    expect(await lastEntries(1)).toEqual([entry('category_renamed', 'education', 'shown', 'shown')])
  })

  it('can be added: people who choose a new category are found by it, on pages and in the sitemap', async () => {
    expect((await set([GARDENS, ...DEFAULT_CATEGORIES])).status).toBe(200)
    expect(await lastEntries(1)).toEqual([entry('category_added', 'gardens-nature', null, 'shown')])
    const gardener = await app.profiled({ full_name: 'Some Gardener' })
    expect(await saveAs(gardener, 'gardens-nature')).toMatchObject({ body: { expertise: 'gardens-nature' } })
    expect(await find('query=tuin')).toEqual(['Person With a Field'])
    const landing = await page('/?category=gardens-nature')
    expect(landing).toContain('<title>Gardens &amp; Nature: ')
    expect(landing).toContain('>Gardens<')
    expect(await page(`/profile/${gardener.id}?lang=nl`)).toContain('Tuin &amp; Natuur')
    expect(await page('/sitemaps/pages.xml')).toContain('/?category=gardens-nature<')
  })

  it('stay with people who have them after being hidden, but cannot be chosen again', async () => {
    const [keeper, other] = [
      await app.profiled({ expertise: 'education' }),
      await app.profiled({ expertise: 'writing-content' }),
    ]
    expect((await setOne('education', { is_hidden: true })).status).toBe(200)
    expect(await lastEntries(1)).toEqual([entry('category_shown_or_hidden', 'education', 'shown', 'hidden')])
    expect((await saveAs(keeper, 'education')).status).toBe(200)
    expect(await saveAs(other, 'education')).toMatchObject({
      status: 400,
      body: { code: 'CATEGORY_UNAVAILABLE', data: { field: 'expertise' } },
    })
    expect(toOutcome(await saveAs(other, 'astrology'))).toBe('400 CATEGORY_UNAVAILABLE')
    const entryOf = { full_name: 'Ada Lovelace', email: 'ada@categories.example', category: 'education', consent: true }
    expect(toOutcome(await app.api(null, 'POST', '/api/waiting-list', entryOf))).toBe('400 CATEGORY_UNAVAILABLE')
    expect(await find('query=onderwijs')).toContain('Person With a Field')
    const landing = await page('/')
    expect(landing).not.toContain('href="/?category=education"')
    expect(landing).toContain('href="/?category=health-medicine"')
    expect(await page('/sitemaps/pages.xml')).not.toContain('category=education')
    expect(await page('/?category=education')).toContain('<meta name="robots" content="noindex">')
  })

  it('are listed in the owner’s order, with an audit log entry for each move', async () => {
    const [first, second, ...rest] = DEFAULT_CATEGORIES
    expect((await set([second, first, ...rest].filter((one) => one !== undefined))).status).toBe(200)
    expect((await listed()).map(({ id }) => id).slice(0, 2)).toEqual(['writing-content', 'websites-it-software'])
    expect(await lastEntries(2)).toEqual([
      entry('category_moved', 'websites-it-software', 'shown', 'shown'),
      entry('category_moved', 'writing-content', 'shown', 'shown'),
    ])
  })

  it('show an untitled page and an empty search for an unknown id in the address', async () => {
    const answer = await fetch(`${app.url}/?category=astrology`)
    expect(answer.status).toBe(200)
    expect(await answer.text()).not.toContain('astrology: ')
    expect(await find('category=astrology')).toEqual([])
  })
})

describe('a list of categories', () => {
  const many = Array.from({ length: CATEGORY_LIMITS.countMax - 11 }, (_, n) => ({ ...GARDENS, id: `more-${n}` }))
  it.each<[string, readonly object[], string]>([
    ['an id that exists', [...DEFAULT_CATEGORIES, { ...GARDENS, id: 'education' }], '409 CATEGORY_EXISTS'],
    ['an id of another form', [...DEFAULT_CATEGORIES, { ...GARDENS, id: 'Gardens' }], '400 CATEGORY_ID_INVALID'],
    ['the id that forms keep', [...DEFAULT_CATEGORIES, { ...GARDENS, id: 'custom' }], '400 CATEGORY_ID_INVALID'],
    ['one less', DEFAULT_CATEGORIES.slice(1), '400 INVALID_INPUT'],
    ['none', [], '400 INVALID_INPUT'],
    ['more than there can be', [...DEFAULT_CATEGORIES, ...many], '409 CATEGORIES_TOO_MANY'],
    ['none to be seen', DEFAULT_CATEGORIES.map((one) => ({ ...one, is_hidden: true })), '409 CATEGORY_NEEDED'],
    [
      'a name in one language',
      [...DEFAULT_CATEGORIES, { ...GARDENS, label: { en: 'Gardens', nl: ' ' } }],
      '400 CATEGORY_LABEL_REQUIRED',
    ],
    [
      'a name that is too long',
      [...DEFAULT_CATEGORIES, { ...GARDENS, label: { en: 'x'.repeat(61), nl: 'Tuin' } }],
      '400 CATEGORY_LABEL_TOO_LONG',
    ],
    [
      'a short name that is too long',
      [...DEFAULT_CATEGORIES, { ...GARDENS, short_label: { en: 'x'.repeat(25), nl: 'Tuin' } }],
      '400 CATEGORY_LABEL_TOO_LONG',
    ],
  ])('with %s is refused, and nothing changes', async (_, list, refused) => {
    expect(toOutcome(await set(list))).toBe(refused)
    expect((await now()).settings.categories.list).toEqual(DEFAULT_CATEGORIES)
  })

  it('reaches other servers automatically, and an added category is accepted there immediately', async () => {
    const connection = openDatabase(app.databaseUrl, 2, createLogger('silent'))
    const other = new SiteSettingsStore({ db: connection.db, logger: createLogger('silent') })
    const stop = await other.start()
    const categories = new CategoryService({ db: connection.db, siteSettings: other })
    try {
      await set([...DEFAULT_CATEGORIES, GARDENS])
      await expect(categories.requireOpen('gardens-nature', 'expertise')).resolves.toBeUndefined()
      await expect(categories.requireOpen('astrology', 'expertise')).rejects.toMatchObject({
        code: 'CATEGORY_UNAVAILABLE',
      })
      await expect.poll(() => categories.list().at(-1)?.id, { timeout: 20_000 }).toBe('gardens-nature')
    } finally {
      await stop()
      await connection.close()
    }
  })

  it('keeps fields of a category that a later release has set', async () => {
    const later = DEFAULT_CATEGORIES.map((one) => ({ ...one, motif: 'leaf' }))
    await app.sql(`UPDATE site_settings SET version = version + 1, stored = $1::jsonb`, [
      JSON.stringify({ categories: { list: later, face: 'later' } }),
    ])
    expect((await setOne('education', { is_hidden: true })).status).toBe(200)
    const [row] = await app.sql<{ stored: unknown }>(`SELECT stored -> 'categories' AS stored FROM site_settings`)
    const list = later.map((one) => (one.id === 'education' ? { ...one, is_hidden: true } : one))
    expect(row?.stored).toEqual({ face: 'later', list })
  })

  it('is not overwritten if a later release stored it in another format', async () => {
    await app.sql(`UPDATE site_settings SET version = version + 1, stored = '{"categories": {"list": "elsewhere"}}'`)
    const { version, settings } = await now()
    expect(settings.categories.list).toEqual(DEFAULT_CATEGORIES)
    expect(toOutcome(await put(version, DEFAULT_CATEGORIES.toReversed()))).toBe('409 SETTINGS_UNREADABLE')
    const [row] = await app.sql<{ stored: unknown }>('SELECT stored FROM site_settings')
    expect(row?.stored).toEqual({ categories: { list: 'elsewhere' } })
  })
})
