import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** All that the built web client is made of. */
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

/** What each of the two builds was made of. They lie in its folder: whoever builds without us takes them away. */
const MARKS = ['web/dist/client/.vite/sources.sha256', 'web/dist/server/sources.sha256']

/** Somebody else's build takes this long at the very most (ms). */
const LOCK_LIMIT_MS = 300_000

/**
 * Builds the web client unless it is there and was made of the sources as they are now. Of several processes that ask
 * at once, one builds.
 * @param root the project
 * @throws Error with what the build said when it fails
 */
export function ensureWebBuild(root = ROOT): void {
  if (isBuiltFrom(root, hashSources(root))) return
  withBuildLock(root, () => {
    // Somebody else may have built it meanwhile.
    const hash = hashSources(root)
    if (!isBuiltFrom(root, hash)) build(root, hash)
  })
}

/**
 * Builds the web client, whatever is there.
 * @throws Error with what the build said when it fails
 */
export function buildWeb(): void {
  withBuildLock(ROOT, () => build(ROOT, hashSources(ROOT)))
}

function build(root: string, hash: string): void {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '-s', 'build', '-w', 'web'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The web client could not be built:\n${stdout}${stderr}`)
  for (const mark of MARKS) writeFileSync(join(root, mark), `${hash}\n`)
}

function isBuiltFrom(root: string, hash: string): boolean {
  return MARKS.every((mark) => {
    try {
      return readFileSync(join(root, mark), 'utf8').trim() === hash
    } catch {
      return false
    }
  })
}

/** A hash of every source's path and content; tests are none. */
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

/** Lets one process at a time build; the kernel takes the lock from a process that is killed. */
function withBuildLock(root: string, work: () => void): void {
  const folder = join(root, '.cache')
  mkdirSync(folder, { recursive: true })
  using lock = new DatabaseSync(join(folder, 'web-build.lock'), { timeout: LOCK_LIMIT_MS })
  lock.exec('PRAGMA journal_mode = MEMORY')
  lock.exec('BEGIN EXCLUSIVE')
  work()
}
