import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { installDebianPackage } from './debian-package.ts'

/** Whether this machine has a redis-server. */
function hasRedis(): boolean {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
  return folders.some((folder) => existsSync(join(folder, 'redis-server')))
}

if (!hasRedis()) installDebianPackage('redis-server')

// The tests that need it are then skipped, and say so: everything else runs without.
console.log(
  hasRedis()
    ? 'redis: found'
    : 'redis: none here; the tests of many servers are skipped (Debian: sudo apt-get install redis-server)',
)
