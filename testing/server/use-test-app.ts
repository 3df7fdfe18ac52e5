import { afterAll, beforeAll } from 'vitest'

import type { AppOptions } from '@kundig/server/app-options'

import { createTestApp, type TestApp } from './test-app.ts'

/** Starts a server before a file's or `describe`'s tests, and closes it after. The result is set by `beforeAll`. */
export function useTestApp(options: Partial<AppOptions> = {}): TestApp {
  const app = {} as TestApp
  beforeAll(async () => {
    Object.assign(app, await createTestApp(options))
  })
  afterAll(() => app.close())
  return app
}
