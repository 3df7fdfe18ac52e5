import { randomUUID } from 'node:crypto'

import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { LANGUAGES } from '@kundig/contract/languages'
import { type Category, type Expertise, getExpertiseLabel } from '@kundig/contract/profiles/categories'
import { DEFAULT_CATEGORIES } from '@kundig/contract/profiles/default-categories'
import type { Profile } from '@kundig/contract/profiles/profiles.contract'
import type { Person, ProfileInput } from '@kundig/testing/people/test-client'
import { createTestApp, type TestApp } from '@kundig/testing/server/test-app'
import { useTestApp } from '@kundig/testing/server/use-test-app'

import { createSearchWindow } from '../../src/features/profiles/search/search-window.ts'

interface List {
  items: Profile[]
  next_cursor: string | null
}

const app = useTestApp()

const list = (query: Record<string, string>, person: Person | null = null): Promise<List> =>
  app.must<List>(person, 'GET', `/api/profiles?${new URLSearchParams(query).toString()}`)
const names = async (query: Record<string, string>, person: Person | null = null): Promise<string[]> =>
  (await list(query, person)).items.map(({ full_name }) => full_name).toSorted()

/** Inserts profiles directly, the newest first. Up to three profiles share a second. */
async function insert(count: number, name: string): Promise<string[]> {
  const rows = await app.sql<{ id: string }>(
    `WITH made AS (
       INSERT INTO "user" (id, name, email)
       SELECT uuidv7(), '', uuidv4() || '@example.com' FROM generate_series(1, $1) RETURNING id
     ), placed AS (SELECT id, row_number() OVER () AS place FROM made)
     INSERT INTO profiles (id, full_name, expertise_category, is_public, created_at)
     SELECT id, $2, 'education', true, now() - (place / 3) * interval '1 second' FROM placed RETURNING id`,
    [count, name],
  )
  return rows.map(({ id }) => id)
}

describe('the public list', () => {
  // spec 6.18, 7.32
  it('returns every profile once, newest first, page by page, while new profiles arrive', async () => {
    const ids = await insert(30, 'Paged Person')
    const seen: Profile[] = []
    let cursor: string | null = null
    do {
      const page: List = await list({ query: 'paged', limit: '7', ...(cursor === null ? {} : { cursor }) })
      seen.push(...page.items)
      cursor = page.next_cursor
      await app.profiled({ full_name: 'Paged Latecomer' })
    } while (cursor !== null)
    expect(seen.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    const instants = seen.map(({ created_at }) => created_at)
    expect(instants).toEqual(instants.toSorted().toReversed())
  })

  it('has no next page when the last page is exactly full', async () => {
    await insert(12, 'Exactly Full')
    expect(await list({ query: 'exactly full', limit: '12' })).toMatchObject({ next_cursor: null })
    expect((await list({ query: 'exactly full', limit: '6' })).next_cursor).not.toBe(null)
  })

  // spec 6.17, 6.18, 7.31
  it('omits private profiles and the viewer’s own profile', async () => {
    const [own] = await Promise.all([
      app.profiled({ full_name: 'Listed Owner' }),
      app.profiled({ full_name: 'Listed Other' }),
      app.profiled({ full_name: 'Listed Hermit', is_public: false }),
    ])
    expect(await names({ query: 'listed' })).toEqual(['Listed Other', 'Listed Owner'])
    expect(await names({ query: 'listed' }, own)).toEqual(['Listed Other'])
  })

  // spec 2.69, 6.18
  it('follows a profile that becomes private or public again', async () => {
    const person = await app.profiled({ full_name: 'Now And Then' })
    await app.saveProfile(person, { full_name: 'Now And Then', is_public: false })
    expect(await names({ query: 'now and then' })).toEqual([])
    await app.saveProfile(person, { full_name: 'Now And Then', is_public: true })
    expect(await names({ query: 'now and then' })).toEqual(['Now And Then'])
  })

  it('can be filtered by a category, together with a query', async () => {
    await Promise.all([
      app.profiled({ full_name: 'Cat One', expertise: 'health-medicine' }),
      app.profiled({ full_name: 'Cat Two', expertise: 'trades-services' }),
      app.profiled({ full_name: 'Cat Three', expertise: { type: 'custom', value: 'Health' } }),
      app.profiled({ full_name: 'Dog One', expertise: 'health-medicine' }),
    ])
    expect(await names({ category: 'health-medicine' })).toEqual(['Cat One', 'Dog One'])
    expect(await names({ category: 'health-medicine', query: 'cat' })).toEqual(['Cat One'])
    expect(await names({ category: 'no-such-category' })).toEqual([])
  })

  it.each([
    'category=No%20Category',
    'language=de',
    'limit=0',
    'limit=61',
    'limit=-1',
    'limit=x',
    'limit=',
    'cursor=x',
    'cursor=',
    'offset=1',
    `query=${'x'.repeat(201)}`,
    'query=a&query=b',
    'query[x]=1',
    'query=%00',
  ])('answers 400 to ?%s', async (query) => {
    const answer = await app.api(null, 'GET', `/api/profiles?${query}`)
    expect(answer.status).toBe(400)
  })
})

describe('search', () => {
  beforeAll(async () => {
    const people: Partial<ProfileInput>[] = [
      { full_name: 'Zoë Müller' },
      { full_name: 'Łukasz Çelik' },
      { full_name: 'Jan-Willem Sørensen-Weiß' },
      { full_name: 'Floris Æbelø' },
      { full_name: 'أحمد علي' },
      { full_name: 'סַפִּיר כהן' },
      { full_name: '李 小龙' },
      { full_name: "Sinéad O'Brien" },
      { full_name: 'ΟΔΥΣΣΕΑΣ ΚΑΛΟΣ' },
      { full_name: 'Beekeeper One', expertise: { type: 'custom', value: 'Bee-keeping & 100% honey_making' } },
      { full_name: 'Teacher One', expertise: 'education' },
      { full_name: 'Glass One', expertise: { type: 'custom', value: 'Glass  blowing' } },
      { full_name: 'Slash One', expertise: { type: 'custom', value: String.raw`back\slash (a+)+$ ' OR 1=1` } },
    ]
    await Promise.all(people.map((person) => app.profiled({ expertise: 'sales-marketing', ...person })))
  })

  // spec 5.58, 5.59
  it.each([
    ['zoe', 'Zoë Müller'],
    ['ZOË', 'Zoë Müller'],
    ['zoe\u0308', 'Zoë Müller'],
    ['muller', 'Zoë Müller'],
    ['lukasz', 'Łukasz Çelik'],
    ['o’brien', "Sinéad O'Brien"],
    ['OBrien', "Sinéad O'Brien"],
    ['jan willem', 'Jan-Willem Sørensen-Weiß'],
    ['Sorensen', 'Jan-Willem Sørensen-Weiß'],
    ['WEISS', 'Jan-Willem Sørensen-Weiß'],
    ['ﬂoris', 'Floris Æbelø'],
    ['aebelo', 'Floris Æbelø'],
    ['احمد على', 'أحمد علي'],
    ['ספיר כהנ', 'סַפִּיר כהן'],
    ['  zoë   müller ', 'Zoë Müller'],
    ['oë mü', 'Zoë Müller'],
    ['celik', 'Łukasz Çelik'],
    ['小龙', '李 小龙'],
    ["o'brien", "Sinéad O'Brien"],
    ['sinead', "Sinéad O'Brien"],
    ['ΟΔΥΣΣΕΑΣ', 'ΟΔΥΣΣΕΑΣ ΚΑΛΟΣ'],
    ['καλος', 'ΟΔΥΣΣΕΑΣ ΚΑΛΟΣ'],
    ['bee-keeping', 'Beekeeper One'],
    ['HONEY', 'Beekeeper One'],
    ['100%', 'Beekeeper One'],
    ['honey_making', 'Beekeeper One'],
    ['glass blowing', 'Glass One'],
    ['k\\s', 'Slash One'],
    ['(a+)+$', 'Slash One'],
    ["' OR 1=1", 'Slash One'],
  ])('%j finds %s', async (query, name) => {
    expect(await names({ query })).toEqual([name])
  })

  it.each(['%', '_', '%%', 'b_e', 'z%e', '\\', 'z\\oe', '.*', '(x+)+$', "' OR 2=2", '<script>', '🦉'])(
    'takes %j literally',
    async (query) => {
      const all = (await list({ limit: '60' })).items
      const holding = all.filter(({ full_name, expertise }) =>
        `${full_name}\n${typeof expertise === 'string' ? '' : expertise.value}`.includes(query),
      )
      expect(await names({ query })).toEqual(holding.map(({ full_name }) => full_name).toSorted())
    },
  )

  // spec 5.60
  it('matches the category’s label in both languages, regardless of the viewer’s language', async () => {
    await app.profiled({ full_name: 'Trader One', expertise: 'freight-transportation' })
    for (const query of ['vracht', 'freight']) {
      expect(await names({ query })).toEqual(['Trader One'])
      for (const language of LANGUAGES) expect(await names({ query, language })).toEqual(['Trader One'])
    }
  })

  it('finds a profile whose texts have the maximum length, also in bytes', async () => {
    const full_name = '뷁'.repeat(100)
    await app.profiled({ full_name, expertise: { type: 'custom', value: '똠'.repeat(100) } })
    expect(await names({ query: '뷁뷁뷁' })).toEqual([full_name])
    expect(await names({ query: '똠'.repeat(99) })).toEqual([full_name])
  })

  // spec 5.62
  it('a query of only spaces finds everyone', async () => {
    expect(await names({ query: '   ', limit: '60' })).toEqual(await names({ limit: '60' }))
  })
})

/** Converts a number from 0 to 1000 to an age of up to two years (s). Most ages are short. */
const overTwoYears = (share: number): number => Math.round(Math.exp((share / 1000) * Math.log(63e6)))

describe('a search among many profiles', () => {
  const STEM = [
    'jan',
    'Zoë',
    'zoe',
    'ij',
    'Łu',
    'ç',
    'ß',
    '李',
    '小龙',
    'Ян',
    'ова',
    'Σας',
    'नि',
    ' ',
    '-',
    "'",
    'é',
    'ing',
    'on',
  ]
  const SIGNS = ['%', '_', '\\', '🦉', '100', '&', '(', '"']
  const words = (parts: readonly string[]) =>
    fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 6 }).map((chosen) => chosen.join(''))
  const person = fc.record({
    full_name: words(STEM).map((name) => `A${name}`),
    expertise: fc.oneof(
      fc.constantFrom<Category>(...DEFAULT_CATEGORIES.map(({ id }) => id)),
      words([...STEM, ...SIGNS]).map((value) => ({
        type: 'custom' as const,
        value: `B${value.replace(/\s+/gu, ' ')}`,
      })),
    ) satisfies fc.Arbitrary<Expertise>,
    is_public: fc.boolean(),
    /** Age of a profile (s). Half are chosen from 0 to 40, so that some are equal. The others span two years. */
    age: fc.oneof(fc.nat(40), fc.nat(1000).map(overTwoYears)),
  })
  const query = fc.record({
    query: fc.oneof(words([...STEM, ...SIGNS]), fc.constantFrom('health', 'vak', 'ing', 'a', 'jan', 'on', 'zo')),
    category: fc.option(fc.constantFrom<Category>('education', 'health-medicine'), { nil: undefined, freq: 3 }),
    limit: fc.integer({ min: 1, max: 60 }),
  })

  let many: TestApp
  let reader: Person
  let people: { id: string; expertise: Expertise; is_public: boolean; at: number; folded: string[] }[]
  beforeAll(async () => {
    many = await createTestApp()
    reader = await many.profiled({ full_name: 'Jan Zoë Reader', expertise: 'education' })
    const now = Date.now()
    const made = fc
      .sample(person, { numRuns: 600, seed: 42 })
      .map(({ age, ...rest }) => ({ ...rest, id: randomUUID(), at: now - age * 1000 }))
    people = await Promise.all(
      made.map(async ({ full_name, ...one }) => ({
        ...one,
        folded: await fold([
          full_name,
          ...LANGUAGES.map((language) => getExpertiseLabel(DEFAULT_CATEGORIES, one.expertise, language)),
        ]),
      })),
    )
    await many.sql(
      `INSERT INTO "user" (id, name, email) SELECT id, '', id || '@example.com' FROM unnest($1::uuid[]) AS id`,
      [made.map(({ id }) => id)],
    )
    await many.sql(
      `INSERT INTO profiles (id, full_name, expertise_category, expertise_custom, is_public, created_at)
       SELECT * FROM json_to_recordset($1) AS p
         (id uuid, full_name text, expertise_category text, expertise_custom text, is_public boolean, at timestamptz)`,
      [
        JSON.stringify(
          made.map(({ id, full_name, expertise, is_public, at }) => ({
            id,
            full_name,
            expertise_category: typeof expertise === 'string' ? expertise : null,
            expertise_custom: typeof expertise === 'string' ? null : expertise.value,
            is_public,
            at: new Date(at).toISOString(),
          })),
        ),
      ],
    )
  })
  afterAll(() => many.close())

  async function fold(texts: string[]): Promise<string[]> {
    const rows = await many.sql<{ folded: string }>(
      'SELECT fold_letters(text) AS folded FROM unnest($1::text[]) WITH ORDINALITY AS t (text, place) ORDER BY place',
      [texts],
    )
    return rows.map(({ folded }) => folded)
  }

  /** Finds the expected people by the specification's rules, without optimization. */
  async function expected(text: string, category: Category | undefined): Promise<string[]> {
    const [wanted = ''] = await fold([text.replace(/\s+/gu, ' ')])
    return people
      .filter(({ is_public }) => is_public)
      .filter(({ expertise }) => category === undefined || expertise === category)
      .filter(({ folded }) => folded.some((held) => held.includes(wanted)))
      .toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
      .map(({ id }) => id)
  }

  async function allPages(parameters: Record<string, string>): Promise<string[]> {
    const ids: string[] = []
    let cursor: string | null = null
    do {
      const asked = new URLSearchParams({ ...parameters, ...(cursor === null ? {} : { cursor }) })
      const page: List = await many.must<List>(reader, 'GET', `/api/profiles?${asked.toString()}`)
      ids.push(...page.items.map(({ id }) => id))
      cursor = page.next_cursor
    } while (cursor !== null)
    return ids
  }

  // spec 5.60
  it(
    'returns exactly the matches of name or label first, newest first, without duplicates across pages',
    { tags: 'slow' },
    async () => {
      await fc.assert(
        fc.asyncProperty(query, async ({ query: text, category, limit }) => {
          const parameters = {
            query: text,
            limit: String(limit),
            ...(category === undefined ? {} : { category }),
          }
          const [all, first] = await Promise.all([allPages(parameters), expected(text, category)])
          expect(all.slice(0, first.length)).toEqual(first)
          expect(new Set(all).size).toBe(all.length)
        }),
        { numRuns: 80 },
      )
    },
  )

  it('returns thousands of profiles in the specified order, by name and by label', { tags: 'slow' }, async () => {
    await many.sql(
      `WITH made AS (
         INSERT INTO "user" (id, name, email) SELECT uuidv7(), '', uuidv4() || '@example.com' FROM generate_series(1, 6000)
         RETURNING id
       ), placed AS (SELECT id, row_number() OVER () AS place FROM made)
       INSERT INTO profiles (id, full_name, expertise_category, is_public, created_at)
       SELECT id, CASE WHEN place % 500 = 0 AND place < 4000 THEN 'Quirine' ELSE 'Another Person' END, 'trades-services', true,
         now() - exp(place / 6000.0 * ln(63e6)) * interval '1 second' FROM placed`,
    )
    for (const text of ['jan', 'zoe', 'ова', '小龙', 'health', 'ing', 'ij', 'vak']) {
      const own = (await allPages({ query: text, limit: '60' })).filter((id) => people.some((one) => one.id === id))
      const first = await expected(text, undefined)
      expect(own.slice(0, first.length), text).toEqual(first)
    }
    const rare = await allPages({ query: 'quirine', limit: '20' })
    expect(rare).toHaveLength(7)
    // If results are few, a search tries the previous page's period first, and then all periods.
    for (const limit of ['1', '2', '3']) expect(await allPages({ query: 'quirine', limit })).toEqual(rare)
  })

  it('the time marks of a search period match only dates in this period', async () => {
    for (const [age, lengthDays] of [
      [0, 1],
      [3, 40],
      [400, 900],
      [9000, 4000],
    ] as const) {
      const latest = new Date(Date.now() - age * 86_400_000)
      const { begins, marks } = createSearchWindow(latest, lengthDays * 86_400_000)
      const [row] = await many.sql<{ first: boolean; last: boolean; before: boolean }>(
        `SELECT time_marks($1) && $3::text[] AS first, time_marks($2) && $3::text[] AS last,
           time_marks($1::timestamptz - interval '1 second') && $3::text[] AS before`,
        [begins, latest, marks],
      )
      expect(row).toEqual({ first: true, last: true, before: false })
    }
  })
})
