import { onTestFinished } from 'vitest'
import { render } from 'vitest-browser-react'

import type { Appearance } from '@kundig/testing/browser/appearances'

import { SESSION } from '../../development/gallery/gallery-data.ts'
import { App } from '../../src/app/shell/app.tsx'
import { router } from '../../src/app/shell/router.tsx'
import { forgetDrafts } from '../../src/platform/state/draft-store.ts'
import { type AccountData, createFakeAccountApi } from './account-answers.ts'
import { fakeApi, type HttpAnswers, type ProcedureAnswers } from './fake-api.ts'
import { type LiveAnswers, fakeLive } from './fake-live.ts'
import { createTestQueryClient } from './mount.tsx'
import { setAppearance } from './set-appearance.ts'

export interface AppOptions extends Appearance, Partial<AccountData> {
  api?: ProcedureAnswers
  http?: HttpAnswers
  live?: LiveAnswers
}

function mergeAnswers(first: ProcedureAnswers, second: ProcedureAnswers): ProcedureAnswers {
  const merged: Record<string, object> = { ...first }
  for (const [feature, answers] of Object.entries(second)) merged[feature] = { ...merged[feature], ...answers }
  return merged
}

export async function openApp(href: string, options: AppOptions = {}) {
  const {
    session = SESSION,
    rooms = [],
    messages = [],
    role = null,
    api = {},
    http,
    live = {},
    ...appearance
  } = options
  await setAppearance(appearance)
  fakeApi.answer(mergeAnswers(createFakeAccountApi({ session, rooms, messages, role }), api), http)
  fakeLive.answer(live)
  // Resets the router's state, because all tests share the router's module.
  router.startTransition = (change) => {
    change()
    return Promise.resolve(false)
  }
  router.history.replace(href)
  await router.load()
  const queryClient = createTestQueryClient()
  // Deletes the drafts of visitors, which would appear in the next test.
  onTestFinished(() => forgetDrafts(''))
  const screen = await render(<App queryClient={queryClient} />)
  return { screen, queryClient, router }
}
