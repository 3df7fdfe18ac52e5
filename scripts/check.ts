import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const PREFIX = 'check:'

/** Lists the `check:…` scripts of package.json in order, as [name without the prefix, command]. */
function listSteps(): [string, string][] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  return Object.entries(scripts)
    .filter(([name]) => name.startsWith(PREFIX))
    .map(([name, command]) => [name.slice(PREFIX.length), command])
}

// The search path includes npm's programs, so that the script also runs without npm.
const searchPath = [join(root, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter)

const failed: string[] = []
for (const [name, command] of listSteps()) {
  const startedAt = performance.now()
  const result = spawnSync(command, {
    cwd: root,
    shell: true,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, PATH: searchPath },
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const passed = result.status === 0
  console.log(`${passed ? '✓' : '✗'} ${name.padEnd(12)} ${seconds.padStart(5)} s   ${command}`)
  // Only failed steps print their output. All steps run.
  if (!passed) {
    failed.push(name)
    console.log(`${result.stdout ?? ''}${result.stderr ?? ''}`.trimEnd())
  }
}

if (failed.length > 0) {
  console.error(`check: failed in ${failed.join(', ')}`)
  process.exit(1)
}
