import { expect, it } from 'vitest'

import type { Secrets } from '../../../platform/secrets.ts'
import { createUnsubscribeLinks } from './unsubscribe-link.ts'

const USER = '019c0000-0000-7000-8000-000000000000'
const linksOf = (...secrets: Secrets) => createUnsubscribeLinks({ base: 'https://kundig.example', secrets })
const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams)

it('accepts only unsubscribe links that are signed with a secret of the list', () => {
  const query = queryOf(linksOf('old').toUrl(USER, ['messages']))
  expect(linksOf('new', 'old').read(query)).toEqual({ userId: USER, topics: ['messages'] })
  expect(linksOf('new').read(query)).toBe(null)
  expect(linksOf('new', 'old').read({ ...query, topics: 'requests' })).toBe(null)
  expect(linksOf('new').read(queryOf(linksOf('new', 'old').toUrl(USER, ['messages'])))).not.toBe(null)
})
