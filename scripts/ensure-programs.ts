import { existsSync } from 'node:fs'

import { findHaproxy } from '@kundig/testing/server/haproxy'
import { findRedisServer } from '@kundig/testing/server/redis-server'

import { hasEjabberd } from '../tests/load/chat/peers/ejabberd.ts'
import { hasProsody } from '../tests/load/chat/peers/prosody.ts'
import { installDebianPackage } from './debian-package.ts'

interface Program {
  isHere: () => boolean
  packages: readonly string[]
  without: string
}

/** Programs that only some tests and benchmarks need. */
const PROGRAMS: Readonly<Record<string, Program>> = {
  redis: {
    isHere: () => findRedisServer() !== undefined,
    packages: ['redis-server'],
    without: 'the tests of many servers are skipped',
  },
  haproxy: {
    isHere: () => findHaproxy() !== undefined,
    packages: ['haproxy'],
    without: 'the test of restarts behind a proxy is skipped',
  },
  // Package lists include PostgreSQL drivers, because the packages of the servers only recommend them.
  ejabberd: {
    isHere: hasEjabberd,
    packages: ['ejabberd', 'erlang-p1-pgsql'],
    without: 'the chat is not compared with it',
  },
  prosody: {
    isHere: hasProsody,
    packages: ['prosody', 'lua-dbi-postgresql'],
    without: 'the chat is not compared with it',
  },
  gcc: {
    isHere: () => existsSync('/usr/bin/gcc') && existsSync('/usr/include/stdio.h'),
    packages: ['gcc', 'libc6-dev'],
    without: 'the power cut fails',
  },
}

/** Installs the named programs on Debian, as root. */
for (const name of process.argv.slice(2)) {
  const program = PROGRAMS[name]
  if (!program) throw new Error(`${name} is not one of ${Object.keys(PROGRAMS).join(', ')}`)
  const { isHere, packages, without } = program
  if (!isHere()) for (const one of packages) installDebianPackage(one)
  console.log(
    isHere() ? `${name}: found` : `${name}: none here; ${without} (Debian: sudo apt-get install ${packages.join(' ')})`,
  )
}
