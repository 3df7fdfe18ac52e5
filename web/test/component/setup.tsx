import './site-words.ts'
import '../../src/styles.css'
import { toast as sonner } from 'sonner'
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { cleanup, render } from 'vitest-browser-react'

import { READER } from '../../development/gallery/gallery-data.ts'
import { loadDrawings } from '../../src/design-system/drawing.tsx'
import { loadFieldRepairs } from '../../src/design-system/fields/field-repair.ts'
import { Toaster } from '../../src/design-system/toasts/toast.tsx'
import { loadErrorCatalogue } from '../../src/platform/api/error-catalogue.ts'
import { forgetDrafts } from '../../src/platform/state/draft-store.ts'
import { fakeApi } from './fake-api.ts'
import { fakeLive } from './fake-live.ts'

beforeAll(() => Promise.all([loadErrorCatalogue(), loadFieldRepairs(), loadDrawings()]))

beforeEach(async () => {
  // The previous test's application may have left a toast.
  await render(<Toaster />)
  await vi.dynamicImportSettled()
  await cleanup()
  // A new layer shows unexpired toasts, which would cover buttons.
  sonner.dismiss()
})

afterEach(async () => {
  await cleanup()
  vi.unstubAllGlobals()
  fakeLive.reset()
  forgetDrafts(READER.id)
  // The next test's application would send the files that this one left.
  indexedDB.deleteDatabase(`kundig-files-${READER.id}`)
  localStorage.clear()
  sessionStorage.clear()
  const unexpected = fakeApi.reset()
  expect(unexpected, 'calls that the test has no answer for').toEqual([])
})
