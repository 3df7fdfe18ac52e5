import { describe, expect, it } from 'vitest'

import { createOrigins } from './origins.ts'

describe('a page requested under another name of this machine', () => {
  it.each([
    ['without a PUBLIC_URL', undefined, 3000, '127.0.0.1:3000', true],
    ['by its IPv6 address', undefined, 3000, '[::1]:3000', true],
    ['by a name below localhost', undefined, 3000, 'kundig.localhost:3000', true],
    ['by the right name', undefined, 3000, 'localhost:3000', false],
    ['by the right name in capitals', undefined, 3000, 'LOCALHOST:3000', false],
    ['by localhost, where PUBLIC_URL is the address', 'http://127.0.0.1:3000', 3000, 'localhost:3000', true],
    ['by that address', 'http://127.0.0.1:3000/', 3000, '127.0.0.1:3000', false],
    ['on the port that goes without saying', 'http://localhost', 80, '127.0.0.1', true],
    ['by the right name on that port', undefined, 80, 'localhost', false],
    [
      'at another port than ours, as from what stands before us',
      'http://localhost:8080',
      3000,
      '127.0.0.1:3000',
      false,
    ],
    ['at the port of what stands before us', 'http://localhost:8080', 3000, '127.0.0.1:8080', false],
    ['behind TLS', 'https://localhost:3000', 3000, '127.0.0.1:3000', false],
    ['where others reach us', 'https://kundig.example', 3000, 'localhost:3000', false],
    ['in the network, where others reach us', 'http://192.168.1.5:3000', 3000, 'localhost:3000', false],
    ['by a name of the network', undefined, 3000, '192.168.1.5:3000', false],
    ['by a foreign name', undefined, 3000, 'evil.example:3000', false],
    ['by no name', undefined, 3000, undefined, false],
    ['by what is none', undefined, 3000, '127.0.0.1:3000:3000', false],
  ])('%s: redirected? (%s on %i, Host %s) %s', (_what, publicUrl, port, host, led) => {
    expect(createOrigins(publicUrl, port).isOtherName(host)).toBe(led)
  })
})

it('our origin is formatted like the Origin header of browsers', () => {
  expect(createOrigins(undefined, 80).all).toEqual(['http://localhost', 'http://127.0.0.1', 'http://[::1]'])
  expect(createOrigins('https://kundig.example:443/', 3000)).toMatchObject({
    base: 'https://kundig.example',
    secure: true,
  })
})
