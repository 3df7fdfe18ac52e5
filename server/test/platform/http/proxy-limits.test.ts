// @module-tag slow
import { once } from 'node:events'
import { createServer, type IncomingMessage, request as httpRequest, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { findHaproxy, type Haproxy, startHaproxy } from '@kundig/testing/server/haproxy'

const program = findHaproxy() ?? ''
const LEFT_OUT = 'LEFT OUT: limits of the proxy. This machine has no haproxy (Debian: apt-get install haproxy)'
if (program === '') process.stderr.write(`\n${LEFT_OUT}\n\n`)

async function startBackend(): Promise<{ server: Server; url: string; seen: string[] }> {
  const seen: string[] = []
  const server = createServer((request, response) => {
    if (request.url !== '/readyz') seen.push(request.url ?? '')
    response.end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

let backends: Awaited<ReturnType<typeof startBackend>>[]
let proxy: Haproxy | undefined
const sockets: Socket[] = []
beforeEach(async ({ skip }) => {
  if (program === '') return skip(LEFT_OUT)
  backends = [await startBackend(), await startBackend()]
  return async () => {
    await proxy?.close()
    for (const { server } of backends) server.close()
  }
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

async function start(settings: Record<string, string>): Promise<Haproxy> {
  const [one, two] = backends
  proxy = await startHaproxy(program, [one?.url ?? '', two?.url ?? ''], settings)
  const made = proxy
  await expect.poll(async () => Object.values(await made.servers())).toEqual(['UP', 'UP'])
  return made
}

async function ask(
  { url }: Haproxy,
  localAddress: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Record<string, unknown>; body: string }> {
  const asked = httpRequest(`${url}/api/session`, { localAddress, headers, agent: false })
  asked.end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks).toString() }
}

/** Opens silent connections. @returns the connections that the proxy did not cut */
async function hold({ url }: Haproxy, localAddress: string, count: number): Promise<Socket[]> {
  const { port, hostname } = new URL(url)
  const opened = Array.from({ length: count }, () => connect({ port: Number(port), host: hostname, localAddress }))
  sockets.push(...opened)
  for (const socket of opened) socket.on('error', () => undefined)
  return opened
}

describe('the bundled proxy', () => {
  it('answers an address with too many requests with 429 and Retry-After, without reaching the server', async () => {
    const made = await start({ REQUESTS: '20' })
    const answers = []
    for (let n = 0; n < 30; n++) answers.push(await ask(made, '127.0.0.2'))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(10)
    expect(refused[0]?.headers).toMatchObject({ 'retry-after': '10', 'content-type': 'application/json' })
    expect(JSON.parse(refused[0]?.body ?? '')).toMatchObject({ code: 'TOO_MANY_ATTEMPTS', status: 429 })
    expect(backends.flatMap(({ seen }) => seen)).toHaveLength(20)
    expect((await ask(made, '127.0.0.3')).status).toBe(200)
  })

  it('limits the simultaneous connections of an address, and admits other addresses', async () => {
    const made = await start({ CONNECTIONS: '10' })
    const opened = await hold(made, '127.0.0.2', 15)
    await expect.poll(() => opened.filter(({ closed }) => closed).length).toBe(5)
    expect((await ask(made, '127.0.0.3')).status).toBe(200)
    for (const socket of opened) socket.destroy()
    await expect
      .poll(() =>
        ask(made, '127.0.0.2').then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200)
  })

  it('limits the rate of new connections of an address', async () => {
    const made = await start({ CONNECTS: '10' })
    let cut = 0
    for (let n = 0; n < 15; n++) await ask(made, '127.0.0.2').catch(() => cut++)
    expect(cut).toBe(5)
    expect((await ask(made, '127.0.0.3')).status).toBe(200)
  })

  it('identifies clients behind a TLS proxy by their header, and does not limit the TLS proxy itself', async () => {
    const made = await start({ TLS_PROXY: '127.0.0.9', REQUESTS: '5', CONNECTIONS: '5', CONNECTS: '5' })
    const statuses = async (address: string): Promise<number[]> => {
      const found: number[] = []
      for (let n = 0; n < 7; n++) found.push((await ask(made, '127.0.0.9', { 'x-forwarded-for': address })).status)
      return found
    }
    expect(await statuses('198.51.100.1')).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect(await statuses('198.51.100.77, 198.51.100.1')).toEqual([429, 429, 429, 429, 429, 429, 429])
    expect(await statuses('198.51.100.2')).toEqual([200, 200, 200, 200, 200, 429, 429])
  })
})
