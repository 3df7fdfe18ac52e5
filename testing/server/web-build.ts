import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const SOURCES = [
  'web/src/**/*',
  'web/public/**/*',
  'web/{index,public}.html',
  'web/{package,tsconfig}.json',
  'web/vite.config.ts',
  'contract/src/**/*',
  'contract/package.json',
  'stripe-simulator/src/**/*',
  'stripe-simulator/package.json',
  'package-lock.json',
]

/** Files that store the hash of the sources. They are in the build folders, so that every other build deletes them. */
const MARKS = ['web/dist/client/.vite/sources.sha256', 'web/dist/server/sources.sha256']

/** Maximum wait for another process's build (ms). */
const LOCK_LIMIT_MS = 300_000

/**
 * Builds the web client unless the build matches the sources. Only one of concurrent processes builds.
 * @throws Error with the output
 */
export function ensureWebBuild(root = ROOT): void {
  if (isBuildCurrent(root, hashSources(root))) return
  withBuildLock(root, () => {
    // Another process may have built the web client during the wait.
    const hash = hashSources(root)
    if (!isBuildCurrent(root, hash)) runWebBuild(root, hash)
  })
}

export function buildWeb(): void {
  withBuildLock(ROOT, () => runWebBuild(ROOT, hashSources(ROOT)))
}

function runWebBuild(root: string, hash: string): void {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '-s', 'build', '-w', 'web'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The web client could not be built:\n${stdout}${stderr}`)
  for (const mark of MARKS) writeFileSync(join(root, mark), `${hash}\n`)
}

function isBuildCurrent(root: string, hash: string): boolean {
  return MARKS.every((mark) => {
    try {
      return readFileSync(join(root, mark), 'utf8').trim() === hash
    } catch {
      return false
    }
  })
}

function hashSources(root: string): string {
  const hash = createHash('sha256')
  const files = globSync(SOURCES, { cwd: root }).filter((file) => !/\.test\.tsx?$/u.test(file))
  for (const file of files.toSorted()) {
    const path = join(root, file)
    if (!statSync(path).isFile()) continue
    const content = createHash('sha256').update(readFileSync(path)).digest('hex')
    hash.update(`${file}\0${content}\n`)
  }
  return hash.digest('hex')
}

/** Lets one process build at a time. The kernel releases the lock of a killed process. */
function withBuildLock(root: string, work: () => void): void {
  const folder = join(root, '.cache')
  mkdirSync(folder, { recursive: true })
  using lock = new DatabaseSync(join(folder, 'web-build.lock'), { timeout: LOCK_LIMIT_MS })
  lock.exec('PRAGMA journal_mode = MEMORY')
  lock.exec('BEGIN EXCLUSIVE')
  work()
}
