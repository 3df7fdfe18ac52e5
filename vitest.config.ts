import { availableParallelism } from 'node:os'

import { defineConfig } from 'vitest/config'

import { LongestFirst } from './testing/server/longest-first.ts'

/** Tests that need a database: run by the `service` project, which starts one. */
const WITH_DATABASE = ['server/test/**/*.test.ts', 'stripe-simulator/test/**/*.test.ts']

const NEVER = ['**/node_modules/**', '**/dist/**', 'tests/architecture/known-bad/**']

export default defineConfig({
  test: {
    // A focused test would silence its neighbours: refused here as well as in tests/architecture/own-words.test.ts.
    allowOnly: false,
    // A reconnection alone may wait 1.5 s: what is polled for has come by then, or never does.
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
          // Random inputs are many; on a busy machine they take their time.
          testTimeout: 30_000,
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
          // How long until it hangs, not how long it takes: on a busy machine a long one needs half a minute.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Requests leave much that is short-lived: collecting it more rarely saves a tenth of the processor's time.
          execArgv: ['--max-semi-space-size=64'],
          maxWorkers: availableParallelism(),
          // Files of one worker share the modules: loading them anew for each took a sixth of the time.
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
