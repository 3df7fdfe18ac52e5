import { expect, it } from 'vitest'

import { APPLICATION_PATHS, OPERATOR_PAGES, OPERATOR_PATH } from '@kundig/contract/site/public-pages'

import { router } from './router.tsx'

it('the router has a screen for exactly the addresses at which the server serves the application', () => {
  const ofPublicPages = ['/', '/profile/$userId']
  const known = [...APPLICATION_PATHS, OPERATOR_PATH, ...OPERATOR_PAGES, ...ofPublicPages]
  expect(Object.keys(router.routesByPath).toSorted()).toEqual(known.toSorted())
})
