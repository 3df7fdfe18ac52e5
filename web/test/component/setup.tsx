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
  // Removes toasts of the previous test.
  await render(<Toaster />)
  await vi.dynamicImportSettled()
  await cleanup()
  // Old toasts would reappear in a new layer and cover buttons.
  sonner.dismiss()
})

afterEach(async () => {
  await cleanup()
  vi.unstubAllGlobals()
  fakeLive.reset()
  forgetDrafts(READER.id)
  // Deletes stored files, which the next test would otherwise send.
  indexedDB.deleteDatabase(`kundig-files-${READER.id}`)
  localStorage.clear()
  sessionStorage.clear()
  const unexpected = fakeApi.reset()
  expect(unexpected, 'calls that the test has no answer for').toEqual([])
})
