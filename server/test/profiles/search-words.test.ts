import { beforeAll, describe, expect, it, vi } from 'vitest'

import type { Profile } from '@kundig/contract/profiles/profiles.contract'
import { openSql } from '@kundig/testing/database/test-database'
import type { Person, ProfileInput } from '@kundig/testing/people/test-client'
import type { TestApp } from '@kundig/testing/server/test-app'
import { useTestApp } from '@kundig/testing/server/use-test-app'

import { DEMO_PEOPLE } from '../../src/demo/demo-people.ts'
import { seedDemo } from '../../src/demo/seed-demo.ts'
import { updateWordCounts } from '../../src/features/profiles/search/search.repository.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { createLogger } from '../../src/platform/logging/logger.ts'
import { openFileStorage } from '../../src/platform/storage/open-file-storage.ts'
import { JUDGED_QUERIES, LATER_QUERIES, LATER_UNKNOWN_QUERIES, UNKNOWN_QUERIES } from './judged-queries.ts'

interface List {
  items: Profile[]
  next_cursor: string | null
}

const COUNTED_WITHIN_MS = 10_000

/** Restarts the server, which then counts words, because no recent count exists. */
async function waitForWords(app: TestApp): Promise<void> {
  await app.sql('DELETE FROM search_lexicon')
  await app.restart()
  const count = () => app.sql(`SELECT word FROM search_lexicon WHERE word = '' AND people > 0`)
  await vi.waitFor(async () => expect(await count()).toHaveLength(1), COUNTED_WITHIN_MS)
}

describe('a search of the demo people', () => {
  const app = useTestApp()
  beforeAll(async () => {
    const files = await openFileStorage({ folder: app.folder })
    await seedDemo(app.databaseUrl, files)
    files.close()
    await waitForWords(app)
  })
  const keys = new Map(DEMO_PEOPLE.map(({ full_name, key }) => [full_name, key]))
  const search = async (query: string): Promise<(string | undefined)[]> => {
    const { items } = await app.must<List>(null, 'GET', `/api/profiles?${new URLSearchParams({ query }).toString()}`)
    return items.map(({ full_name }) => keys.get(full_name))
  }

  it.each([
    ['120 judged queries', JUDGED_QUERIES, 102],
    ['40 queries by a later writer', LATER_QUERIES, 32],
  ])('for most of %s, a right expert is among the first three results', async (_which, queries, least) => {
    const missed: string[] = []
    for (const { text, right } of queries) {
      const first = (await search(text)).slice(0, 3)
      if (!first.some((key) => key !== undefined && right.includes(key))) missed.push(text)
    }
    expect(missed.length, missed.join(', ')).toBeLessThanOrEqual(queries.length - least)
  })

  it.each([UNKNOWN_QUERIES, LATER_UNKNOWN_QUERIES])(
    'at most two of ten queries without a right expert return people: %s …',
    async (...queries) => {
      const found: string[] = []
      for (const text of queries) if ((await search(text)).length > 0) found.push(text)
      expect(found.length, found.join(', ')).toBeLessThanOrEqual(2)
    },
  )
})

describe('a search by words', () => {
  const app = useTestApp()
  const list = (query: Record<string, string>, person: Person | null = null): Promise<List> =>
    app.must<List>(person, 'GET', `/api/profiles?${new URLSearchParams(query).toString()}`)
  const names = async (query: string, person: Person | null = null): Promise<string[]> =>
    (await list({ query }, person)).items.map(({ full_name }) => full_name)
  let own: Person
  beforeAll(async () => {
    const people: Partial<ProfileInput>[] = [
      { full_name: 'Wout Kozijn', expertise: 'trades-services', bio: 'Ik repareer ramen.' },
      {
        full_name: 'Bo Timmer',
        expertise: 'trades-services',
        bio: 'Ik vervang houten kozijnen en deuren in oude huizen.',
      },
      { full_name: 'Cas Verborgen', expertise: 'education', bio: 'Ook ik vervang houten kozijnen.', is_public: false },
      { full_name: 'Dee Smith', expertise: { type: 'custom', value: 'Organ restoration' }, bio: 'I repair organs.' },
      ...Array.from({ length: 5 }, (_, index) => ({ full_name: `Vera ${'ABCDE'[index]}`, bio: 'Violen stemmen.' })),
    ]
    for (const person of people) await app.profiled({ expertise: 'sales-marketing', ...person })
    own = await app.profiled({ full_name: 'Ed Eigen', bio: 'Houten kozijnen, van mezelf.', expertise: 'education' })
    await waitForWords(app)
  })

  // spec 5.60
  it('lists matches of name or label before matches of the bio', async () => {
    expect(await names('kozijn')).toEqual(['Wout Kozijn', 'Ed Eigen', 'Bo Timmer'])
  })

  it.each([
    ['houten kozijn vervangen', 'Bo Timmer'],
    ['wie kan mijn houten kozijnen vervangen?', 'Bo Timmer'],
    ['restored organ', 'Dee Smith'],
    ['kozijn wout', 'Wout Kozijn'],
    ['deure', 'Bo Timmer'],
  ])('of %j lists %s first', async (query, name) => {
    expect((await names(query))[0]).toBe(name)
  })

  it('tolerates a typo when few results are found', async () => {
    expect((await names('deurren houtn'))[0]).toBe('Bo Timmer')
  })

  it('omits private profiles, the searcher’s own profile and blocked people', async () => {
    expect(await names('houten kozijnen')).toEqual(['Wout Kozijn', 'Ed Eigen', 'Bo Timmer'])
    expect(await names('houten kozijnen', own)).toEqual(['Wout Kozijn', 'Bo Timmer'])
    const [bo] = (await list({ query: 'Bo Timmer' })).items
    await app.must(own, 'POST', '/api/blocks', { person_id: bo?.id })
    expect(await names('houten kozijnen', own)).toEqual(['Wout Kozijn'])
  })

  it('returns each person once, page by page', async () => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: List = await list({ query: 'violen vera', limit: '2', ...(cursor === null ? {} : { cursor }) })
      seen.push(...page.items.map(({ full_name }) => full_name))
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(seen.toSorted()).toEqual(['Vera A', 'Vera B', 'Vera C', 'Vera D', 'Vera E'])
  })

  it('stops counting words when the server stops', async () => {
    const holder = await openSql(app.databaseUrl)
    await holder.query('BEGIN; LOCK TABLE search_lexicon')
    const { db, close } = openDatabase(app.databaseUrl, 2, createLogger('silent'))
    const leaving = new AbortController()
    const counting = updateWordCounts(db, leaving.signal)
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    await vi.waitFor(async () => expect(await app.sql(waiting)).toHaveLength(1), COUNTED_WITHIN_MS)
    leaving.abort()
    await expect(counting).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/user request/u) as string },
    })
    await holder.query('ROLLBACK')
    await Promise.all([holder.close(), close()])
  })

  it('words are not counted again until the pause after a count is over', async () => {
    const { db, close } = openDatabase(app.databaseUrl, 2, createLogger('silent'))
    const count = async (pause: string): Promise<unknown> => {
      await app.sql(
        `UPDATE search_lexicon SET people = 0, count_again_at = now() + interval '${pause}' WHERE word = ''`,
      )
      await updateWordCounts(db)
      return app.sql(
        `SELECT people > 0 AS "isCounted", count_again_at > now() AS "isPaused" FROM search_lexicon WHERE word = ''`,
      )
    }
    expect(await count('1 hour')).toEqual([{ isCounted: false, isPaused: true }])
    expect(await count('-1 hour')).toEqual([{ isCounted: true, isPaused: true }])
    await close()
  })

  it('continues with matches of texts after a full page of matches of names', async () => {
    const first = await list({ query: 'kozijn', limit: '1' })
    const second = await list({ query: 'kozijn', limit: '1', cursor: first.next_cursor ?? '' })
    expect([...first.items, ...second.items].map(({ full_name }) => full_name)).toEqual(['Wout Kozijn', 'Ed Eigen'])
  })

  it.each(['%', '_', '\\', "'", 'x'.repeat(200), "a' | 'b:*", '&|!<->()', 'q', 'عربي', '中文的', '🦉'])(
    'a search for %j succeeds',
    async (query) => {
      const answer = await app.api(null, 'GET', `/api/profiles?${new URLSearchParams({ query }).toString()}`)
      expect(answer.status).toBe(200)
    },
  )
})
