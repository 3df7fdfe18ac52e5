import { beforeAll, describe, expect, it } from 'vitest'

import type { Profile } from '@kundig/contract/profiles/profiles.contract'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp()

interface List {
  items: Profile[]
  next_cursor: string | null
}

const list = (query: Record<string, string>): Promise<List> =>
  app.must<List>(null, 'GET', `/api/profiles?${new URLSearchParams(query).toString()}`)
const names = async (query: Record<string, string>): Promise<string[]> =>
  (await list(query)).items.map(({ full_name }) => full_name).toSorted()

beforeAll(async () => {
  const price = (euros: number) => ({ euros, unit: 'hour' as const })
  await Promise.all([
    app.profiled({
      full_name: 'Anna Bijen',
      expertise: 'health-medicine',
      languages: ['nl', 'fr'],
      town: 'Den Haag',
      price: price(40),
    }),
    app.profiled({
      full_name: 'Bram Bijen',
      languages: ['nl'],
      town: 'Alphen-aan-den-Rijn',
      online: true,
      price: price(60),
    }),
    app.profiled({ full_name: 'Cleo Bijen', languages: ['fr'], online: true, expertise: 'education' }),
    app.profiled({
      full_name: 'Dirk Honing',
      bio: 'Alles over bijen.',
      languages: ['nl'],
      town: 'Île-Sainte',
      price: price(61),
    }),
    app.profiled({ full_name: 'Eva Honing' }),
  ])
})

describe('the list filtered by details of profiles', () => {
  it.each([
    [{ answers_in: 'fr' }, ['Anna Bijen', 'Cleo Bijen']],
    [{ price_max: '60' }, ['Anna Bijen', 'Bram Bijen']],
    [{ town: 'den h' }, ['Anna Bijen']],
    [{ town: 'alphen aan' }, ['Bram Bijen']],
    [{ town: 'ILE' }, ['Dirk Honing']],
    [{ town: 'haag' }, []],
    [{ town: '%' }, []],
    [{ town: '’' }, ['Anna Bijen', 'Bram Bijen', 'Cleo Bijen', 'Dirk Honing', 'Eva Honing']],
    [{ online: 'true' }, ['Bram Bijen', 'Cleo Bijen']],
    [{ online: 'true', town: 'den haag' }, ['Anna Bijen', 'Bram Bijen', 'Cleo Bijen']],
    [{ answers_in: 'nl', price_max: '60', online: 'true' }, ['Bram Bijen']],
    [{ answers_in: 'fr', category: 'education' }, ['Cleo Bijen']],
    [{ query: 'bijen', answers_in: 'nl' }, ['Anna Bijen', 'Bram Bijen', 'Dirk Honing']],
    [{ query: 'bijen', price_max: '45' }, ['Anna Bijen']],
    [{ query: 'honing', category: 'education', answers_in: 'fr' }, []],
    [{ query: 'bijen', town: 'île' }, ['Dirk Honing']],
  ])('with %j contains %j', async (query, found) => {
    expect(await names(query)).toEqual(found)
  })

  it('the filter of the list also applies to the next page', async () => {
    const filter = { query: 'bijen', answers_in: 'nl', limit: '1' }
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: List = await list({ ...filter, ...(cursor === null ? {} : { cursor }) })
      seen.push(...page.items.map(({ full_name }) => full_name))
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(seen.toSorted()).toEqual(['Anna Bijen', 'Bram Bijen', 'Dirk Honing'])
  })

  it('suggests the nearest category with experts if no expert matches the filter', async () => {
    const answer = await list({ query: 'cleo', answers_in: 'zh' })
    expect(answer).toMatchObject({ items: [], nearest_category: 'education' })
  })

  it.each([
    'answers_in=xx',
    'answers_in=',
    'online=1',
    'price_max=-1',
    'price_max=5.5',
    'price_max=veel',
    'price_max=1001',
  ])('answers 400 to ?%s', async (query) => {
    expect((await app.api(null, 'GET', `/api/profiles?${query}`)).status).toBe(400)
  })
})
