import { expect, it } from 'vitest'

import { APPLICATION_PATHS, OPERATOR_PAGES, OPERATOR_PATH } from '@kundig/contract/site/public-pages'

import { router } from './router.tsx'

it('has a screen for each address that the server takes for the application’s, and for no other', () => {
  const ofPublicPages = ['/', '/profile/$userId']
  const known = [...APPLICATION_PATHS, OPERATOR_PATH, ...OPERATOR_PAGES, ...ofPublicPages]
  expect(Object.keys(router.routesByPath).toSorted()).toEqual(known.toSorted())
})
