import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'

import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { AddressRefusedError, GuardedPost, parseRetryAfter } from './guarded-post.ts'

const NOTHING = Buffer.alloc(0)
const PUBLIC = '142.250.179.138'
const PUBLIC_V6 = '2a00:1450:400e:811::200a'

let open: GuardedPost[] = []
const guardedPost = (options: ConstructorParameters<typeof GuardedPost>[0]): GuardedPost => {
  const made = new GuardedPost(options)
  open.push(made)
  return made
}
afterEach(() => {
  for (const one of open) one.close()
  open = []
})

function names(...answers: readonly (readonly string[])[]) {
  const asked: string[] = []
  return {
    asked,
    resolve: async (host: string): Promise<readonly string[]> => {
      asked.push(host)
      return answers[Math.min(asked.length, answers.length) - 1] ?? []
    },
  }
}

describe('an address from a stranger', () => {
  it.each([
    ['http://push.kundig.nl/a', 'another protocol'],
    ['https://push.kundig.nl:8443/a', 'another port'],
    ['https://push.kundig.nl:22/', 'another port'],
    ['https://user@push.kundig.nl/a', 'a name'],
    ['https://user:password@push.kundig.nl/a', 'a password'],
    ['https://push.kundig.nl/a#b', 'a fragment'],
    ['https://push.kundig.nl', 'another spelling'],
    ['HTTPS://push.kundig.nl/', 'another spelling'],
    ['https://push.kundig.nl:443/', 'another spelling'],
    ['https://push.kundig.nl/a/../b', 'another spelling'],
    ['https:\\\\push.kundig.nl/', 'another spelling'],
    [' https://push.kundig.nl/', 'a space'],
    ['https://localhost/', 'this machine'],
    ['https://push.localhost/', 'this machine'],
    ['https://localhost./', 'this machine'],
    ['https://printer/', 'our own network'],
    ['https://metadata.google.internal/', 'our own network'],
    ['https://push.kundig.nl./', 'a dot at its end'],
    ['file:///etc/passwd', 'a file'],
    ['data:text/plain,a', 'no host'],
    ['javascript:alert(1)', 'no host'],
    ['push', 'no address'],
    ['', 'nothing'],
  ])('is refused without a look-up of the host name: %j (%s)', async (address) => {
    const { resolve, asked } = names([PUBLIC])
    const guarded = guardedPost({ resolve })
    expect(await guarded.allows(address)).toBe(false)
    await expect(guarded.post(address, {}, NOTHING)).rejects.toThrow(AddressRefusedError)
    expect(asked).toEqual([])
  })

  it('is refused if its host is an IP address, public or not, in any spelling', async () => {
    const { resolve, asked } = names([PUBLIC])
    const guarded = guardedPost({ resolve })
    const ipV4 = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)).chain((parts) => {
      const number = parts.reduce((sum, part) => sum * 256 + part, 0)
      const hex = number.toString(16)
      return fc.constantFrom(
        parts.join('.'),
        `${parts.join('.')}.`,
        String(number),
        `0x${hex}`,
        `0X${hex.toUpperCase()}`,
        `0${number.toString(8)}`,
        parts.map((part) => `0${part.toString(8)}`).join('.'),
        parts.map((part) => `0x${part.toString(16)}`).join('.'),
        `${parts[0]}.${number % 2 ** 24}`,
        `${parts[0]}.${parts[1]}.${number % 2 ** 16}`,
        parts.join('.').replaceAll(/\d/gu, (digit) => `%3${digit}`),
        parts.join('.').replaceAll(/\d/gu, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
        parts.join('。'),
        `[::ffff:${parts.join('.')}]`,
        `[::${parts.join('.')}]`,
        `[64:ff9b::${parts.join('.')}]`,
        `[::ffff:${(number >>> 16).toString(16)}:${(number & 0xff_ff).toString(16)}]`,
      )
    })
    const host = fc.oneof(
      ipV4,
      fc.ipV4Extended(),
      fc.ipV6().map((address) => `[${address}]`),
    )
    await fc.assert(
      fc.asyncProperty(host, async (spelled) => {
        const written = `https://${spelled}/push`
        const meant = URL.canParse(written) ? new URL(written).href : written
        for (const address of [written, meant]) {
          expect(await guarded.allows(address)).toBe(false)
          await expect(guarded.post(address, {}, NOTHING)).rejects.toThrow(AddressRefusedError)
        }
      }),
      { numRuns: 1000 },
    )
    expect(asked).toEqual([])
  })

  it.each([
    ['127.0.0.1'],
    ['10.1.2.3'],
    ['172.20.0.1'],
    ['192.168.1.1'],
    ['169.254.169.254'],
    ['100.64.0.1'],
    ['0.0.0.0'],
    ['255.255.255.255'],
    ['::1'],
    ['::'],
    ['fe80::1'],
    ['fd00::1'],
    ['::ffff:127.0.0.1'],
    ['::ffff:7f00:1'],
    ['64:ff9b::7f00:1'],
    ['2002:7f00:1::'],
  ])('an address is refused if its host also resolves to %s', async (address) => {
    for (const answer of [[address], [PUBLIC, address], [address, PUBLIC_V6, PUBLIC]]) {
      const guarded = guardedPost({ resolve: async () => answer })
      expect(await guarded.allows('https://push.kundig.nl/a')).toBe(false)
      await expect(guarded.post('https://push.kundig.nl/a', {}, NOTHING)).rejects.toThrow(AddressRefusedError)
    }
  })

  it('a request is refused if the host resolves to a private address after the check', async () => {
    const { resolve, asked } = names([PUBLIC, PUBLIC_V6], ['127.0.0.1'])
    const guarded = guardedPost({ resolve })
    expect(await guarded.allows('https://push.kundig.nl/a')).toBe(true)
    await expect(guarded.post('https://push.kundig.nl/a', {}, NOTHING)).rejects.toThrow(AddressRefusedError)
    // The connection uses the DNS answer that was checked, without a second query in between.
    expect(asked).toEqual(['push.kundig.nl', 'push.kundig.nl'])
  })

  it('is refused if its host does not exist, but not if the name server is silent', async () => {
    const failing = (code: string) =>
      guardedPost({ resolve: async () => Promise.reject(Object.assign(new Error(code), { code })) })
    expect(await failing('ENOTFOUND').allows('https://push.kundig.nl/a')).toBe(false)
    expect(await failing('ENODATA').allows('https://push.kundig.nl/a')).toBe(false)
    expect(await failing('ETIMEOUT').allows('https://push.kundig.nl/a')).toBe(true)
    expect(await guardedPost({ resolve: async () => [] }).allows('https://push.kundig.nl/a')).toBe(false)
    await expect(failing('ETIMEOUT').post('https://push.kundig.nl/a', {}, NOTHING)).rejects.toThrow('ETIMEOUT')
  })

  it('is accepted with a public host name whose addresses are all public', async () => {
    const guarded = guardedPost({ resolve: async () => [PUBLIC, PUBLIC_V6] })
    for (const address of [
      'https://fcm.googleapis.com/fcm/send/abc:APA91b_-x',
      'https://updates.push.services.mozilla.com/wpush/v2/gAAAA=',
      'https://wns2-par02p.notify.windows.com/w/?token=BQYAAAC%2f%2b',
    ]) {
      expect(await guarded.allows(address)).toBe(true)
    }
  })
})

describe('a request to the origin of tests', () => {
  let service: Server
  let other: Server
  let received: { url: string; body: string; header: string | undefined }[]
  let reached: number
  let answer: { status: number; headers?: Record<string, string> }
  const originOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const listen = (server: Server): Promise<void> =>
    new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve()))

  beforeAll(async () => {
    service = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        received.push({ url: request.url ?? '', body, header: request.headers['x-test']?.toString() })
        response.writeHead(answer.status, answer.headers).end('x'.repeat(100_000))
      })
    })
    other = createServer((_request, response) => {
      reached += 1
      response.end()
    })
    await Promise.all([listen(service), listen(other)])
  })
  beforeEach(() => {
    received = []
    reached = 0
    answer = { status: 201 }
  })
  afterAll(() => {
    for (const server of [service, other]) {
      server.close()
      server.closeAllConnections()
    }
  })

  it('is sent, and returns status and headers without the body', async () => {
    const guarded = guardedPost({ allowedOrigin: originOf(service) })
    answer = { status: 429, headers: { 'retry-after': '30' } }
    expect(await guarded.post(`${originOf(service)}/push/1`, { 'x-test': 'yes' }, Buffer.from('hello'))).toEqual({
      status: 429,
      retryAfterS: 30,
    })
    expect(received).toEqual([{ url: '/push/1', body: 'hello', header: 'yes' }])
  })

  it.each([301, 302, 303, 307, 308])('follows no redirect (%i)', async (status) => {
    const guarded = guardedPost({ allowedOrigin: originOf(service) })
    answer = { status, headers: { location: `${originOf(other)}/secret` } }
    expect(await guarded.post(`${originOf(service)}/push/1`, {}, NOTHING)).toMatchObject({ status })
    expect({ requests: received.length, reached }).toEqual({ requests: 1, reached: 0 })
  })

  it('requests to other origins than the test origin are refused', async () => {
    const guarded = guardedPost({ allowedOrigin: originOf(service) })
    const otherNames = originOf(other).replace('127.0.0.1', 'localhost')
    for (const address of [originOf(other), otherNames, originOf(service).replace('http:', 'https:')]) {
      await expect(guarded.post(`${address}/push/1`, {}, NOTHING)).rejects.toThrow(AddressRefusedError)
    }
    await expect(guardedPost({}).post(`${originOf(service)}/push/1`, {}, NOTHING)).rejects.toThrow(AddressRefusedError)
    expect({ requests: received.length, reached }).toEqual({ requests: 0, reached: 0 })
  })

  it('is sent on a new connection if the server has just closed the idle connection', async () => {
    let connections = 0
    const forgetful = createTcpServer((socket) => {
      connections += 1
      let requests = 0
      socket.on('data', () => {
        requests += 1
        if (requests === 1) socket.write('HTTP/1.1 201 Created\r\ncontent-length: 0\r\nconnection: keep-alive\r\n\r\n')
        else socket.destroy()
      })
    })
    await new Promise<void>((resolve) => forgetful.listen(0, '127.0.0.1', () => resolve()))
    const origin = `http://127.0.0.1:${(forgetful.address() as AddressInfo).port}`
    const guarded = guardedPost({ allowedOrigin: origin })
    for (let request = 1; request <= 3; request += 1) {
      expect(await guarded.post(`${origin}/`, {}, NOTHING)).toMatchObject({ status: 201 })
      expect(connections).toBe(request)
      await new Promise((resolve) => setImmediate(resolve))
    }
    forgetful.close()
    guarded.close()
  })

  it('fails if the connection is closed without an answer', async () => {
    const rude = createTcpServer((socket) => socket.destroy())
    await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', () => resolve()))
    const origin = `http://127.0.0.1:${(rude.address() as AddressInfo).port}`
    await expect(guardedPost({ allowedOrigin: origin }).post(`${origin}/`, {}, NOTHING)).rejects.toThrow(
      'socket hang up',
    )
    rude.close()
  })
})

describe('the Retry-After header', () => {
  const now = Date.parse('2026-07-01T12:00:00Z')

  it.each([
    ['30', 30],
    ['0', 0],
    ['Wed, 01 Jul 2026 12:01:00 GMT', 60],
    ['Wed, 01 Jul 2026 11:00:00 GMT', 0],
    ['99999999999999999999', 86_400],
    ['Fri, 01 Jan 2100 00:00:00 GMT', 86_400],
    ['soon', undefined],
    [undefined, undefined],
  ])('is parsed from %j as %j', (header, seconds) => expect(parseRetryAfter(header, now)).toBe(seconds))
})
