import { BlockList } from 'node:net'

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { isPublicAddress, isPublicName } from './public-addresses.ts'

/** IANA's registries of special-purpose addresses, and multicast. */
const SPECIAL_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const
const SPECIAL_IPV6 = [
  ['::', 8],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const

/** Separate lists for IPv4 and IPv6, because Node would also find an IPv4 address in IPv6 networks. */
const [specialFour, specialSix] = [new BlockList(), new BlockList()]
for (const [network, prefix] of SPECIAL_IPV4) specialFour.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of SPECIAL_IPV6) specialSix.addSubnet(network, prefix, 'ipv6')
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')

const numberOf = (address: string): number => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
const dotted = (number: number): string => [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.')
const specialIPv4 = fc
  .tuple(fc.constantFrom(...SPECIAL_IPV4), fc.nat(0xff_ff_ff_ff))
  .map(([[network, prefix], random]) => dotted((numberOf(network) | (random >>> prefix)) >>> 0))

describe('an address', () => {
  it('is public if and only if no registry reserves the address', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(isPublicAddress(address)).toBe(!specialFour.check(address, 'ipv4'))
      }),
      { numRuns: 5000 },
    )
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const isGlobal = global.check(address, 'ipv6') && !specialSix.check(address, 'ipv6')
        expect(isPublicAddress(address)).toBe(isGlobal)
      }),
      { numRuns: 5000 },
    )
  })

  it('an IPv4 address in a special network is not public, even inside an IPv6 address', () => {
    fc.assert(
      fc.property(specialIPv4, (address) => {
        const hexadecimal = numberOf(address).toString(16).padStart(8, '0')
        const halves = `${hexadecimal.slice(0, 4)}:${hexadecimal.slice(4)}`
        const spellings = [
          address,
          `::ffff:${address}`,
          `::ffff:${halves}`,
          `0:0:0:0:0:ffff:${halves}`,
          `::${address}`,
          `::ffff:0:${address}`,
          `64:ff9b::${address}`,
          `2002:${halves}::1`,
        ]
        expect(spellings.filter(isPublicAddress)).toEqual([])
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    '::1',
    '::',
    'fe80::1',
    'fe80::1%eth0',
    'fd12:3456::1',
    '::ffff:8.8.8.8',
    '2606:4700::1%lo',
    '169.254.169.254',
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false))

  it.each(['8.8.8.8', '142.250.179.138', '2a00:1450:400e:811::200a', '2606:4700::6812:1bf', '1.1.1.1'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  it('an address in an ambiguous spelling is not public', () => {
    const octal = (address: string): string =>
      address
        .split('.')
        .map((part) => `0${Number(part).toString(8)}`)
        .join('.')
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const number = numberOf(address)
        const spellings = [
          octal(address),
          String(number),
          `0x${number.toString(16)}`,
          `${address}.`,
          ` ${address}`,
          `[${address}]`,
        ]
        expect(spellings.filter(isPublicAddress)).toEqual([])
      }),
    )
    expect(isPublicAddress('')).toBe(false)
  })
})

describe('a name', () => {
  it.each([
    'fcm.googleapis.com',
    'updates.push.services.mozilla.com',
    'web.push.apple.com',
    'wns2-par02p.notify.windows.com',
    'xn--bcher-kva.de',
  ])('%s can be registered publicly', (name) => expect(isPublicName(name)).toBe(true))

  it.each([
    'localhost',
    'app.localhost',
    'localhost.',
    'printer',
    'printer.local',
    'db.internal',
    'router.home.arpa',
    'kundig.example',
    'mail.example.com',
    'kundig.test',
    'kundig.invalid',
    'hidden.onion',
    'google.com.',
    'google..com',
    '.com',
    '',
    '[::1]',
    'a_b.com',
    'Google.com',
  ])('%j cannot be registered publicly', (name) => expect(isPublicName(name)).toBe(false))

  it('is never an IP address, in any spelling', () => {
    fc.assert(
      fc.property(fc.ipV4Extended(), (address) => {
        expect(isPublicName(address)).toBe(false)
        expect(isPublicName(`${address}.`)).toBe(false)
      }),
    )
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        expect(isPublicName(`[${address}]`)).toBe(false)
      }),
    )
  })
})
