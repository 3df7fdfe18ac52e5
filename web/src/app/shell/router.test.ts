import { expect, it } from 'vitest'

import { APPLICATION_PATHS } from '@kundig/contract/public-pages'

import { router } from './router.tsx'

it('has a screen for each address that the server takes for the application’s, and for no other', () => {
  const ofPublicPages = ['/', '/profile/$userId']
  expect(Object.keys(router.routesByPath).toSorted()).toEqual([...APPLICATION_PATHS, ...ofPublicPages].toSorted())
})
