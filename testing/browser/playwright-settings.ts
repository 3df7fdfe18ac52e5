import { availableParallelism } from 'node:os'

import type { PlaywrightTestConfig } from '@playwright/test'

import { CHROMIUM_FLAGS, findHeadlessChromium } from './chromium.ts'

const executablePath = findHeadlessChromium()

/** What journeys and screens have in common: the browser, where and when it is, and how long a step may take (ms). */
export const browserTests: PlaywrightTestConfig = {
  fullyParallel: true,
  // Many of them wait, for clocks and for servers that start: one more than there are processors.
  workers: availableParallelism() + 1,
  forbidOnly: true,
  // A machine that is busy with something else can make a step miss its time. What passed only at the second try is
  // listed as flaky, to be looked into.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    // Recording costs every step time: only what failed once is recorded.
    trace: 'on-first-retry',
    locale: 'en-GB',
    timezoneId: 'Europe/Amsterdam',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { args: CHROMIUM_FLAGS, ...(executablePath === undefined ? {} : { executablePath }) },
  },
}
