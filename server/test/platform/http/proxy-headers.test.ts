import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { findHaproxy, startHaproxy } from '@kundig/testing/server/haproxy'

const program = findHaproxy() ?? ''
const LEFT_OUT = 'LEFT OUT: what the proxy passes on. This machine has no haproxy (Debian: apt-get install haproxy)'
if (program === '') process.stderr.write(`\n${LEFT_OUT}\n\n`)

let server: Server
let url: string
beforeAll(async () => {
  server = createServer((request, response) => response.end(request.headers['x-forwarded-for'] ?? 'none'))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())
beforeEach(({ skip }) => {
  if (program === '') skip(LEFT_OUT)
})

async function readBehindProxy(settings: Record<string, string>): Promise<string> {
  const proxy = await startHaproxy(program, [url, url], settings)
  try {
    await expect.poll(async () => Object.values(await proxy.servers())).toEqual(['UP', 'UP'])
    return await (await fetch(proxy.url, { headers: { 'x-forwarded-for': '203.0.113.7' } })).text()
  } finally {
    await proxy.close()
  }
}

it('the proxy ignores forwarding headers of clients', async () => {
  expect(await readBehindProxy({})).toBe('127.0.0.1')
  expect(await readBehindProxy({ TLS_PROXY: '203.0.113.0/24' })).toBe('127.0.0.1')
})

it('the proxy trusts the forwarding headers of its configured TLS proxy', async () => {
  expect(await readBehindProxy({ TLS_PROXY: '127.0.0.1' })).toBe('203.0.113.7, 127.0.0.1')
})
