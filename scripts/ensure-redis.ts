import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Whether this machine has a redis-server. */
function hasRedis(): boolean {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
  return folders.some((folder) => existsSync(join(folder, 'redis-server')))
}

/** Runs apt-get quietly and says when it fails. */
function apt(...args: string[]): void {
  const result = spawnSync('apt-get', args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (result.status === 0) return
  const lines = `${result.stdout ?? ''}\n${result.stderr ?? ''}`.split('\n').map((line) => line.trim())
  const complaint = lines.find((line) => /error|failed|unable/i.test(line)) ?? String(result.error ?? '')
  console.log(`redis: apt-get ${args[0]} failed: ${complaint}`)
}

const hasApt = existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get')
// Only for root, where no password is asked.
if (!hasRedis() && hasApt && process.getuid?.() === 0) {
  console.log('redis: not found; installing it (apt-get install redis-server), this may take a minute')
  apt('update')
  apt('install', '-y', '--no-install-recommends', 'redis-server')
}

// The tests that need it are then skipped, and say so: everything else runs without.
console.log(
  hasRedis()
    ? 'redis: found'
    : 'redis: none here; the tests of limits counted in Redis are skipped (Debian: sudo apt-get install redis-server)',
)
