import { createRequire } from 'node:module'

import { defineConfig } from '@playwright/test'

import { browserTests } from '@kundig/testing/browser/playwright-settings'

export default defineConfig(browserTests, {
  testDir: '.',
  outputDir: '../../test-results',
  globalSetup: createRequire(import.meta.url).resolve('@kundig/testing/browser/start-server'),
})
