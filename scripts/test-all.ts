import { runSteps } from './run-steps.ts'
import { BY_NAME, WHOLE } from './test-parts.ts'
import { readTestPasses, findCleanCommit, writeTestPasses } from './verified.ts'

/**
 * `npm run test:all`: runs all tests by parts. Records each passed part in docs/verified.md, unless the part was
 * filtered or the tree has uncommitted changes.
 *
 * npm run test:all -- service attack           runs only these parts
 * npm run test:all -- journeys --shard=2/6     passes arguments from the first dash on to the part
 */
const PARTS = [...WHOLE, ...BY_NAME]

const given = process.argv.slice(2)
const firstFlag = given.findIndex((argument) => argument.startsWith('-'))
const names = firstFlag === -1 ? given : given.slice(0, firstFlag)
const flags = given.slice(names.length)

const unknown = names.filter((name) => !PARTS.some((part) => part.name === name))
if (unknown.length > 0) {
  console.error(`test:all: no part ${unknown.join(', ')}; there are ${PARTS.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
if (flags.length > 0 && names.length !== 1) {
  console.error(`test:all: ${flags.join(' ')} needs exactly one part before it`)
  process.exit(2)
}

const failed: string[] = []
for (const part of names.length === 0 ? WHOLE : PARTS.filter(({ name }) => names.includes(name))) {
  const commit = flags.length > 0 ? undefined : findCleanCommit()
  const [result] = await runSteps([[{ ...part, args: [...(part.args ?? []), ...flags] }]])
  if (result?.isPassed !== true) failed.push(part.name)
  // A pass is recorded only if the commit did not change during the run.
  else if (commit !== undefined && commit === findCleanCommit()) {
    const date = new Date().toISOString().slice(0, 10)
    writeTestPasses(PARTS, readTestPasses().set(part.name, { commit, date, minutes: (result.seconds / 60).toFixed(1) }))
  } else console.log(`${part.name}: not noted in docs/verified.md, as it was filtered or the tree has changes`)
}
if (failed.length > 0) console.error(`test:all: failed in ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
