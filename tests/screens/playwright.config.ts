import { defineConfig } from '@playwright/test'

import { browserTests } from '@kundig/testing/browser/playwright-settings'

/** `npm run screens`: not tests, but pictures of every screen and state, for people to look at. */
export default defineConfig(browserTests, {
  outputDir: '../../test-results',
  testDir: '.',
  testMatch: '*.screens.ts',
  globalSetup: './global-setup.ts',
  timeout: 480_000,
  expect: { timeout: 20_000 },
  use: { trace: 'off', actionTimeout: 20_000, navigationTimeout: 30_000 },
})
