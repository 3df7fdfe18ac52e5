import { expect, it } from 'vitest'

import { LANGUAGES } from '@kundig/contract/languages'

import { JUDGED_QUERIES, UNKNOWN_QUERIES } from '../../test/profiles/judged-queries.ts'
import { DEMO_PEOPLE } from './demo-people.ts'

const publicKeys = DEMO_PEOPLE.filter((person) => person.is_public).map(({ key }) => key)

it.each(JUDGED_QUERIES)('the judged query "$text" names public demo people', ({ right }) => {
  expect(right.length).toBeGreaterThan(0)
  expect(publicKeys).toEqual(expect.arrayContaining([...right]))
})

it('the judged queries are sixty for each language, all different', () => {
  for (const language of LANGUAGES)
    expect(JUDGED_QUERIES.filter((query) => query.language === language)).toHaveLength(60)
  const texts = [...JUDGED_QUERIES.map(({ text }) => text), ...UNKNOWN_QUERIES]
  expect(new Set(texts).size).toBe(texts.length)
  expect(UNKNOWN_QUERIES).toHaveLength(10)
})
