import { availableParallelism } from 'node:os'

import type { PlaywrightTestConfig } from '@playwright/test'

import { findHeadlessChromium, createLaunchOptions } from './chromium.ts'

/** Shared settings of journeys and screens, with step timeouts (ms). */
export const browserTests: PlaywrightTestConfig = {
  fullyParallel: true,
  workers: availableParallelism(),
  forbidOnly: true,
  // Flaky tests are repaired, not retried.
  retries: 0,
  // Limit for a hanging journey: on a busy machine, a long journey takes most of a minute.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    // Traces slow down every step: use `--trace on` for a single journey.
    screenshot: 'only-on-failure',
    locale: 'en-GB',
    timezoneId: 'Europe/Amsterdam',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: createLaunchOptions(findHeadlessChromium()),
  },
}
