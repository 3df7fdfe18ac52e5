import { createRequire } from 'node:module'

import { defineConfig } from '@playwright/test'

import { findChromium, launchOptionsFor } from '@kundig/testing/browser/chromium'
import { browserTests } from '@kundig/testing/browser/playwright-settings'

/** The headless shell supports no notifications, nor pushes to a service worker. */
const NOTIFICATIONS = /(pushes|service-worker)\.spec\.ts$/u

export default defineConfig(browserTests, {
  testDir: '.',
  outputDir: '../../test-results',
  globalSetup: createRequire(import.meta.url).resolve('@kundig/testing/browser/start-server'),
  // This order, as another browser's tests would run last: one worker would be alone with a slow journey.
  projects: [
    {
      name: 'whole browser',
      testMatch: NOTIFICATIONS,
      use: { launchOptions: launchOptionsFor(findChromium()) },
    },
    { name: 'headless shell', testIgnore: NOTIFICATIONS },
  ],
})
