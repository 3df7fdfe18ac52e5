import { createRequire } from 'node:module'

import { defineConfig } from '@playwright/test'

import { findChromium, launchOptionsFor } from '@kundig/testing/browser/chromium'
import { browserTests } from '@kundig/testing/browser/playwright-settings'

/** What the headless shell can neither ask for nor show: notifications, and what a service worker makes of a push. */
const NOTIFICATIONS = /(pushes|service-worker)\.spec\.ts$/u

export default defineConfig(browserTests, {
  testDir: '.',
  outputDir: '../../test-results',
  globalSetup: createRequire(import.meta.url).resolve('@kundig/testing/browser/start-server'),
  // In this order: what runs on another browser would come last, and one worker would be alone with a journey that waits.
  projects: [
    {
      name: 'whole browser',
      testMatch: NOTIFICATIONS,
      use: { launchOptions: launchOptionsFor(findChromium()) },
    },
    { name: 'headless shell', testIgnore: NOTIFICATIONS },
  ],
})
