import { availableParallelism } from 'node:os'

import type { PlaywrightTestConfig } from '@playwright/test'

import { findHeadlessChromium, launchOptionsFor } from './chromium.ts'

/** What journeys and screens have in common: the browser, where and when it is, and how long a step may take (ms). */
export const browserTests: PlaywrightTestConfig = {
  fullyParallel: true,
  workers: availableParallelism(),
  forbidOnly: true,
  // What wavers is mended, not tried again.
  retries: 0,
  // How long until it hangs, not how long it takes: on a busy machine a long journey needs most of a minute.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    // Recording traces costs every step time: `--trace on` does, for one journey.
    screenshot: 'only-on-failure',
    locale: 'en-GB',
    timezoneId: 'Europe/Amsterdam',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: launchOptionsFor(findHeadlessChromium()),
  },
}
