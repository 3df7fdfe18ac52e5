import { findHaproxy } from '@kundig/testing/server/haproxy'

import { installDebianPackage } from './debian-package.ts'

if (findHaproxy() === undefined) installDebianPackage('haproxy')

// The tests that need it are then skipped, and say so: everything else runs without.
console.log(
  findHaproxy() === undefined
    ? 'haproxy: none here; the test of restarts behind a proxy is skipped (Debian: sudo apt-get install haproxy)'
    : 'haproxy: found',
)
