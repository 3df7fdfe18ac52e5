import type { Socket } from 'node:net'

import { describe, expect, it } from 'vitest'

import { isFromThisMachine } from './loopback.ts'

const request = (remoteAddress: string | undefined, headers: Record<string, string> = {}) => ({
  socket: { remoteAddress } as Socket,
  headers,
})

describe('a request from this machine', () => {
  it.each(['127.0.0.1', '127.0.0.2', '::1', '::ffff:127.0.0.1'])('comes from the address %s', (address) => {
    expect(isFromThisMachine(request(address))).toBe(true)
    expect(isFromThisMachine(request(address, { host: 'kundig.example' }))).toBe(true)
  })

  it.each(['192.168.1.5', '::ffff:192.168.1.5', 'fe80::1', '8.8.8.8', '::', '', undefined])(
    'does not come from the address %s, whatever its headers are',
    (address) => {
      expect(isFromThisMachine(request(address))).toBe(false)
      expect(isFromThisMachine(request(address, { host: 'localhost:3000', origin: 'http://localhost:3000' }))).toBe(
        false,
      )
    },
  )

  it.each([
    'forwarded',
    'via',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-forwarded',
    'x-real-ip',
    'x-client-ip',
    'client-ip',
    'true-client-ip',
    'cf-connecting-ip',
    'x-cluster-client-ip',
    'x-original-forwarded-for',
  ])('has no proxy header %s', (name) => {
    expect(isFromThisMachine(request('127.0.0.1', { [name]: '127.0.0.1' }))).toBe(false)
    expect(isFromThisMachine(request('::1', { [name]: '' }))).toBe(false)
  })
})
