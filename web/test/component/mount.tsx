import type { QueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { onTestFinished, vi } from 'vitest'
import { render } from 'vitest-browser-react'

import { DEFAULT_CATEGORIES } from '@kundig/contract/profiles/default-categories'
import type { Appearance } from '@kundig/testing/browser/appearances'

import { GalleryProviders } from '../../development/gallery/gallery-providers.tsx'
import { createQueryClient } from '../../src/app/shell/query-client.ts'
import { endSession } from '../../src/platform/api/session-end.ts'
import type { Navigation } from '../../src/platform/navigation/navigation.ts'
import { fakeApi, type HttpAnswers, type ProcedureAnswers } from './fake-api.ts'
import { setAppearance } from './set-appearance.ts'

export interface MountOptions extends Appearance {
  api?: ProcedureAnswers
  http?: HttpAnswers
}

/** Creates a query client whose calls and retries end with the test. */
export function createTestQueryClient(): QueryClient {
  const queryClient = createQueryClient()
  onTestFinished(async () => {
    endSession(queryClient)
    await queryClient.cancelQueries()
  })
  return queryClient
}

export async function mountPart(part: ReactElement, { api = {}, http, ...appearance }: MountOptions = {}) {
  await setAppearance(appearance)
  fakeApi.answer(
    { ...api, profiles: { categories: () => ({ items: [...DEFAULT_CATEGORIES] }), ...api.profiles } },
    http,
  )
  const navigation = {
    place: { pathname: '/', search: '' },
    go: vi.fn<Navigation['go']>(() => Promise.resolve()),
    back: vi.fn<Navigation['back']>(),
    prepare: vi.fn<Navigation['prepare']>(),
  }
  const queryClient = createTestQueryClient()
  const screen = await render(
    <GalleryProviders queryClient={queryClient} navigation={navigation}>
      <main>{part}</main>
    </GalleryProviders>,
  )
  return { screen, navigation, queryClient }
}
