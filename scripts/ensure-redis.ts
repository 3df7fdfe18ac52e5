import { findRedisServer } from '@kundig/testing/server/redis-server'

import { installDebianPackage } from './debian-package.ts'

if (findRedisServer() === undefined) installDebianPackage('redis-server')

// The tests that need it are then skipped, and say so: everything else runs without.
console.log(
  findRedisServer() === undefined
    ? 'redis: none here; the tests of many servers are skipped (Debian: sudo apt-get install redis-server)'
    : 'redis: found',
)
