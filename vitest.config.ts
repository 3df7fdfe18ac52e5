import { availableParallelism } from 'node:os'

import { defineConfig } from 'vitest/config'

import { LongestFirst } from './testing/server/longest-first.ts'

/** Tests that need a database: run by the `service` project, which starts one. */
const WITH_DATABASE = ['server/test/**/*.test.ts', 'stripe-simulator/test/**/*.test.ts']

const NEVER = ['**/node_modules/**', '**/dist/**', 'tests/architecture/known-bad/**']

/** Detects a hanging test: on a busy machine a long one takes half a minute. */
const HANGING_MS = 120_000

export default defineConfig({
  test: {
    // A focused test would silence its neighbours: refused here as well as in tests/architecture/own-words.test.ts.
    allowOnly: false,
    // A reconnection alone may take 1.5 s; a later result counts as missing.
    expect: { poll: { timeout: 10_000 } },
    sequence: { sequencer: LongestFirst },
    tags: [
      { name: 'slow', description: 'Kills, drains, floods or waits for real time: `npm run test:all` alone runs it.' },
      { name: 'waverer', description: 'Fails at times without a fault of the product: listed in docs/waverers.md.' },
    ],
    projects: [
      './web/vitest.config.ts',
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            '{contract,server,web,stripe-simulator,testing,tests/architecture,tests/security}/**/*.test.{ts,tsx}',
          ],
          exclude: [...NEVER, ...WITH_DATABASE, '**/*.component.test.tsx'],
          testTimeout: HANGING_MS,
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'service',
          environment: 'node',
          include: WITH_DATABASE,
          exclude: NEVER,
          globalSetup: './testing/server/global-setup.ts',
          setupFiles: './testing/database/one-query-at-a-time.ts',
          testTimeout: HANGING_MS,
          hookTimeout: HANGING_MS,
          // Requests leave many short-lived objects: collecting them less often saves a tenth of the processor time.
          execArgv: ['--max-semi-space-size=64'],
          maxWorkers: availableParallelism(),
          // Files of one worker share the modules: reloading them per file took a sixth of the time.
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
