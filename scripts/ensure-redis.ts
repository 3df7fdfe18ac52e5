import { findRedisServer } from '@kundig/testing/server/redis-server'

import { installDebianPackage } from './debian-package.ts'

if (findRedisServer() === undefined) installDebianPackage('redis-server')

// Tests that need it are skipped with a message; all others run.
console.log(
  findRedisServer() === undefined
    ? 'redis: none here; the tests of many servers are skipped (Debian: sudo apt-get install redis-server)'
    : 'redis: found',
)
