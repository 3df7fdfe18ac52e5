import { findHaproxy } from '@kundig/testing/server/haproxy'

import { installDebianPackage } from './debian-package.ts'

if (findHaproxy() === undefined) installDebianPackage('haproxy')

// Tests that need it are skipped with a message; all others run.
console.log(
  findHaproxy() === undefined
    ? 'haproxy: none here; the test of restarts behind a proxy is skipped (Debian: sudo apt-get install haproxy)'
    : 'haproxy: found',
)
