import { onTestFinished } from 'vitest'
import { render } from 'vitest-browser-react'

import type { PageLook } from '@kundig/testing/browser/looks'

import { SESSION } from '../../development/gallery/gallery-data.ts'
import { App } from '../../src/app/shell/app.tsx'
import { createQueryClient } from '../../src/app/shell/query-client.ts'
import { router } from '../../src/app/shell/router.tsx'
import { endSession } from '../../src/platform/api/session-end.ts'
import { forgetDrafts } from '../../src/platform/state/draft-store.ts'
import { type AccountData, accountAnswers } from './account-answers.ts'
import { apiStandIn, type HttpAnswers, type ProcedureAnswers } from './api-stand-in.ts'
import { type LiveAnswers, liveStandIn } from './live-stand-in.ts'
import { showLook } from './show-look.ts'

export interface AppOptions extends PageLook, Partial<AccountData> {
  /** Answers instead of, or beside, those of the account. */
  api?: ProcedureAnswers
  http?: HttpAnswers
  live?: LiveAnswers
}

/** Answers of the first, unless the second has one for the same procedure. */
function mergeAnswers(first: ProcedureAnswers, second: ProcedureAnswers): ProcedureAnswers {
  const merged: Record<string, object> = { ...first }
  for (const [feature, answers] of Object.entries(second)) merged[feature] = { ...merged[feature], ...answers }
  return merged
}

/** Renders the whole application at an address, by default for the gallery's reader. Calls and live events reach the stand-ins. */
export async function openApp(href: string, options: AppOptions = {}) {
  const { session = SESSION, rooms = [], messages = [], role = null, api = {}, http, live = {}, ...look } = options
  await showLook(look)
  apiStandIn.answer(mergeAnswers(accountAnswers({ session, rooms, messages, role }), api), http)
  liveStandIn.answer(live)
  // As in a router that was never rendered; an earlier test's application has left its own.
  router.startTransition = (change) => {
    change()
    return Promise.resolve(false)
  }
  router.history.replace(href)
  await router.load()
  const queryClient = createQueryClient()
  // Calls that are repeated until they succeed would go on in the next test, and drafts of visitors would be shown there.
  onTestFinished(() => {
    endSession(queryClient)
    forgetDrafts('')
  })
  const screen = await render(<App queryClient={queryClient} />)
  return { screen, queryClient, router }
}
