import { createFigures } from '../figures.ts'
import { benchMessageChanges } from './changes.ts'
import { benchLoneMessage } from './lone.ts'
import { benchMemory } from './memory.ts'
import { benchMessageSearch } from './message-search.ts'
import { benchPages } from './pages.ts'
import { benchMessageRate, preparePeople } from './rate.ts'
import { benchReturningTabs, PEOPLE_BESIDE } from './return.ts'
import { createTestEnvironment, type TestEnvironment } from './test-environment.ts'

/**
 * Measures speed and resources of the chat: messages beside ejabberd and prosody, idle connections beside ejabberd,
 * thousands of reconnects, and pages in a large database. Each system is a process on the same PostgreSQL with fsync.
 * Figures are medians of rounds in which the systems take turns. Ends with 1 after a missed budget.
 *
 * ROUNDS=2        rounds instead of 5
 * SECONDS=2       duration of the maximum rate in each round, instead of 5
 * STEADY=4        duration of the steady load in each round, instead of 24 (s)
 * SOCKETS=200     connections while messages are sent, instead of 2,000
 * IDLE=1000       idle connections instead of 10,000, for which `ulimit -Hn` must allow
 * RETURNING=1000  tabs that return together, instead of 10,000, for which `ulimit -Hn` must allow
 * MESSAGES=200000 messages in the large database, instead of ten million
 * ONLY=rate       measures only this part (rate, lone, changes, memory, page, search, return); several with commas
 * DATA_DIR=…      folder that keeps the filled databases for the next run, instead of a temporary folder
 * PROFILE=…       folder for CPU profiles of the servers; profiling makes figures worthless
 */
const ROUNDS = Number(process.env['ROUNDS'] ?? 5)
const SECONDS = Number(process.env['SECONDS'] ?? 5)
const STEADY = Number(process.env['STEADY'] ?? 24)
const SOCKETS = Number(process.env['SOCKETS'] ?? 2000)
const IDLE = Number(process.env['IDLE'] ?? 10_000)
const RETURNING = Number(process.env['RETURNING'] ?? 10_000)
const MESSAGES = Number(process.env['MESSAGES'] ?? 10_000_000)
const ONLY = process.env['ONLY']?.split(',')

const figures = createFigures()

async function runChatBenchmarks(environment: TestEnvironment): Promise<void> {
  const wants = (part: string): boolean => ONLY === undefined || ONLY.includes(part)
  const people = Math.max(
    wants('rate') ? SOCKETS : 0,
    wants('memory') ? IDLE : 0,
    wants('lone') || wants('changes') ? 2000 : 0,
    wants('return') ? RETURNING + PEOPLE_BESIDE : 0,
  )
  const users = await preparePeople(environment, people)
  const rounds = { rounds: ROUNDS, seconds: SECONDS }
  if (wants('rate')) await benchMessageRate(environment, figures, users.slice(0, SOCKETS), rounds, STEADY)
  if (wants('lone')) await benchLoneMessage(environment, figures, users, rounds)
  if (wants('changes')) await benchMessageChanges(environment, figures, users, rounds)
  if (wants('memory')) await benchMemory(environment, figures, users.slice(0, IDLE), ROUNDS)
  if (wants('return')) await benchReturningTabs(environment, figures, users.slice(0, RETURNING + PEOPLE_BESIDE))
  if (wants('page')) await benchPages(environment, figures, MESSAGES, ROUNDS)
  if (wants('search')) await benchMessageSearch(environment, figures, MESSAGES, ROUNDS)
}

const environment = await createTestEnvironment(process.env['DATA_DIR'])
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void environment.close().finally(() => process.exit(130)))
}
try {
  await runChatBenchmarks(environment)
} finally {
  await environment.close()
}
process.exitCode = figures.conclude()
