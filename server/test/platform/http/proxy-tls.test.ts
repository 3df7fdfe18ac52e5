import { spawnSync } from 'node:child_process'

import { beforeEach, expect, it } from 'vitest'

import { findHaproxy, HAPROXY_CONFIGURATION } from '@kundig/testing/server/haproxy'

const program = findHaproxy() ?? ''
const LEFT_OUT = 'LEFT OUT: TLS at the proxy. This machine has no haproxy (Debian: apt-get install haproxy)'
if (program === '') process.stderr.write(`\n${LEFT_OUT}\n\n`)

beforeEach(({ skip }) => {
  if (program === '') skip(LEFT_OUT)
})

it.each(['ssl crt /missing-certificate.pem alpn h2,http/1.1', 'ssl crt /missing-certificate.pem'])(
  'the proxy parses every word of LISTEN, so it never serves plain HTTP instead of TLS: %s',
  (tls) => {
    const { status, stderr } = spawnSync(program, ['-c', '-f', HAPROXY_CONFIGURATION], {
      env: { LISTEN: `127.0.0.1:8443 ${tls}`, ONE: '127.0.0.1:3000', TWO: '127.0.0.1:3001' },
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stderr).toContain("unable to stat SSL certificate from file '/missing-certificate.pem'")
  },
)
