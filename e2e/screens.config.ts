import { defineConfig } from '@playwright/test'

import journeys from './playwright.config.ts'

/** `npm run screens`: not tests, but pictures of every screen and state, for people to look at. */
export default defineConfig(journeys, {
  testDir: './screens',
  testMatch: '*.screens.ts',
  globalSetup: './screens/global-setup.ts',
  timeout: 480_000,
  expect: { timeout: 20_000 },
  use: { trace: 'off', actionTimeout: 20_000, navigationTimeout: 30_000 },
})
