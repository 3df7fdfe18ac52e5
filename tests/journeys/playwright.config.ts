import { createRequire } from 'node:module'

import { defineConfig } from '@playwright/test'

import { findChromium, createLaunchOptions } from '@kundig/testing/browser/chromium'
import { browserTests } from '@kundig/testing/browser/playwright-settings'

/** Journeys for full Chromium: the headless shell has no notifications, and no pushes to a service worker. */
const NOTIFICATIONS = /(pushes|service-worker)\.spec\.ts$/u

export default defineConfig(browserTests, {
  testDir: '.',
  outputDir: '../../test-results',
  globalSetup: createRequire(import.meta.url).resolve('@kundig/testing/browser/start-server'),
  // Full Chromium comes first: its slow journeys would otherwise run last, on a single worker.
  projects: [
    {
      name: 'whole browser',
      testMatch: NOTIFICATIONS,
      use: { launchOptions: createLaunchOptions(findChromium()) },
    },
    { name: 'headless shell', testIgnore: NOTIFICATIONS },
  ],
})
