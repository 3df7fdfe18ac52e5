import { availableParallelism } from 'node:os'

import { readBusyCpuSeconds, runSteps, type Step } from './run-steps.ts'
import { LANDING_TAGS, WHOLE } from './test-parts.ts'
import { describeLastFullPass } from './verified.ts'

/**
 * `npm test`: decides whether a change lands. `npm run test:all` runs the other tests.
 *
 * npm test -- --changed           tests only changes since the last commit, in a few minutes
 * npm test -- --changed=main      tests only changes since another revision
 */
const LANDING: readonly (readonly Step[])[] = [
  [
    { script: 'check', isPatient: true },
    { script: 'test:unit', args: [`--tags-filter=${LANDING_TAGS}`], isPatient: true },
    { script: 'test:bundle' },
    // This group also installs the programs that later groups need.
    { script: 'test:programs' },
    { script: 'attack', args: ['--core'] },
  ],
  [
    { script: 'test:service', args: [`--tags-filter=${LANDING_TAGS}`] },
    { script: 'test:component', args: [`--tags-filter=${LANDING_TAGS}`] },
  ],
  [{ script: 'test:e2e', args: ['--grep=@core'] }],
]

async function findChangedGroups(revision: string): Promise<Step[][]> {
  const { findChangedSteps } = await import('./changed-steps.ts')
  return findChangedSteps(revision).map((step) => [step])
}

const changed = /^--changed(?:=(?<revision>.+))?$/u.exec(process.argv[2] ?? '')
if (process.argv.length > 2 && changed === null) {
  console.error(
    'npm test takes --changed or --changed=REVISION; npm run test:unit, test:service and test:e2e take files',
  )
  process.exit(2)
}

const [startedAt, busyBefore] = [performance.now(), readBusyCpuSeconds()]
const groups = changed === null ? LANDING : await findChangedGroups(changed.groups?.['revision'] ?? 'HEAD')
const results = await runSteps(groups)
const failed = results.filter(({ isPassed }) => !isPassed).map(({ script }) => script)
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
const busy = (readBusyCpuSeconds() - busyBefore).toFixed(0)
if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}. Run one alone: npm run ${failed[0] ?? ''}`)
else if (results.length === 0) console.log('Nothing to test: no source or test file has changed.')
else
  console.log(
    `All passed in ${minutes} minutes on ${availableParallelism()} processors, which were busy for ${busy} s.`,
  )
console.log(describeLastFullPass(WHOLE.map(({ name }) => name)))
process.exitCode = failed.length === 0 ? 0 : 1
