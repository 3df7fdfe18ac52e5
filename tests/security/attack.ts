import { attackAuth } from './bad-input/auth.ts'
import { attackChat } from './bad-input/chat.ts'
import { attackFiles } from './bad-input/files.ts'
import { attackImages } from './bad-input/images.ts'
import { attackPayments } from './bad-input/payments.ts'
import { attackProfilesAndRequests } from './bad-input/profiles-and-requests.ts'
import { attackPushes } from './bad-input/pushes.ts'
import { attackTexts } from './bad-input/texts.ts'
import { attackEveryOperation } from './every-operation.ts'
import { explorePages } from './exploratory-pages.ts'
import { runExploratoryChecks } from './exploratory.ts'
import { attackHeaders, attackDevelopmentFakes, searchLogsForSecrets } from './headers-and-secrets.ts'
import { attackFromOneSource } from './one-floods.ts'
import { attackByOverload, beginSlowAttack } from './overload.ts'
import { createReport } from './report.ts'
import { createTestEnvironment } from './test-environment.ts'
import { watchAnswers } from './watch.ts'
import { attackPermissions } from './who-may-do-what.ts'

/**
 * Attacks real servers on a real PostgreSQL, over HTTP, sockets and raw connections. Tries to break each row of
 * `guarantee-rows.ts`, and more. Ends with 1 after a violation, an unexplained 5xx, a leak in an answer or log, or a
 * row without an attempt.
 *
 * --core          tries pairs instead of all combinations: each operation by each role and with each outcome, each
 *                 caller with each outcome, each operation with each kind of bad input. Omits the chapters that flood
 *                 and wait. No row counts as missing.
 * TIMES=1         also judges durations; needs an otherwise idle machine
 * VERBOSE=1       prints every attempt
 * ONLY=chat,files tries only these chapters; no row counts as missing
 */
const CHAPTERS = {
  who: attackPermissions,
  auth: attackAuth,
  profiles: attackProfilesAndRequests,
  chat: attackChat,
  files: attackFiles,
  images: attackImages,
  payments: attackPayments,
  pushes: attackPushes,
  texts: attackTexts,
  headers: attackHeaders,
  standins: attackDevelopmentFakes,
  every: attackEveryOperation,
  exploratory: runExploratoryChecks,
  pages: explorePages,
  overload: attackByOverload,
  floods: attackFromOneSource,
}
const LONG_CHAPTERS = new Set(['images', 'texts', 'overload', 'floods'])
const isCore = process.argv.includes('--core')
const only = process.env['ONLY']?.split(',')
const wants = (name: string): boolean => only?.includes(name) ?? !(isCore && LONG_CHAPTERS.has(name))

const report = createReport({
  isVerbose: process.env['VERBOSE'] === '1',
  judgesTimes: process.env['TIMES'] === '1',
  isCore,
})
const startedAt = performance.now()
const staging = createTestEnvironment()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void staging.then(({ close }) => close()).finally(() => process.exit(130)))
}
const environment = await staging
const watch = watchAnswers(report, environment.isTarget)
try {
  const slow = wants('overload') ? await beginSlowAttack(environment, report) : undefined
  for (const [name, attack] of Object.entries(CHAPTERS)) if (wants(name)) await attack(environment, report, watch)
  await slow?.judge()
  await searchLogsForSecrets(environment, report, watch)
} finally {
  await environment.close()
}
const isPassed = report.summarise({ isWhole: only === undefined && !isCore })
report.note(`${Math.round((performance.now() - startedAt) / 1000)} s`)
process.exit(isPassed ? 0 : 1)
