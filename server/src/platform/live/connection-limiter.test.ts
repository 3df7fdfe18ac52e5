import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'

import { expect, it } from 'vitest'

import { createOrigins } from '../http/origins.ts'
import { ConnectionLimiter } from './connection-limiter.ts'

function createLimiter() {
  const engine = new EventEmitter()
  const uploadLimiter = new ConnectionLimiter({
    origins: createOrigins(undefined, 0),
    trustedProxies: [],
    limits: () => ({ waitingMax: 4, waitingPerNetworkMax: 3, mayOpen: () => true }),
  })
  uploadLimiter.watch(engine)
  const requestFrom = (remoteAddress: string) =>
    ({ headers: {}, socket: { remoteAddress } }) as unknown as IncomingMessage
  const refuse = (address: string) => uploadLimiter.refuse(requestFrom(address))
  const enter = (address: string): EventEmitter => {
    const connection = Object.assign(new EventEmitter(), { request: requestFrom(address) })
    engine.emit('connection', connection)
    return connection
  }
  return { uploadLimiter, refuse, enter }
}

it('refuses only a network with its maximum of waiting connections', () => {
  const { refuse, enter } = createLimiter()
  for (let count = 0; count < 3; count++) enter('192.0.2.1')
  expect(refuse('192.0.2.1')).toBe('TOO_MANY_ATTEMPTS')
  expect(refuse('192.0.2.2')).toBeNull()
})

it('refuses all networks while the server has its maximum of waiting connections', () => {
  const { refuse, enter } = createLimiter()
  for (let host = 1; host <= 4; host++) enter(`192.0.2.${host}`)
  expect(refuse('192.0.2.5')).toBe('TOO_MANY_ATTEMPTS')
})

it('counts a waiting connection once, until it joins or closes', () => {
  const { uploadLimiter, refuse, enter } = createLimiter()
  const [joining, closing] = [enter('192.0.2.1'), enter('192.0.2.1'), enter('192.0.2.1')]
  if (!joining || !closing) throw new Error('three connections were made')
  uploadLimiter.join(joining)
  expect(refuse('192.0.2.1')).toBeNull()
  joining.emit('close')
  enter('192.0.2.1')
  expect(refuse('192.0.2.1')).toBe('TOO_MANY_ATTEMPTS')
  closing.emit('close')
  expect(refuse('192.0.2.1')).toBeNull()
})
