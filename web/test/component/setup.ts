import './site-words.ts'
import '../../src/styles.css'
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'

import { loadErrorCatalogue } from '../../src/platform/api/error-catalogue.ts'
import { apiStandIn } from './api-stand-in.ts'
import { liveStandIn } from './live-stand-in.ts'

beforeAll(loadErrorCatalogue)

// An earlier test's application may have called once it was gone.
beforeEach(() => void apiStandIn.reset())

afterEach(async () => {
  await cleanup()
  vi.unstubAllGlobals()
  liveStandIn.reset()
  localStorage.clear()
  sessionStorage.clear()
  const unexpected = apiStandIn.reset()
  expect(unexpected, 'calls that the test has no answer for').toEqual([])
})
