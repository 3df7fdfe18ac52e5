import { isIP } from 'node:net'

import ipaddr from 'ipaddr.js'

/** What is given out of IPv6 to be reached from everywhere (RFC 4291, 2.4); whatever lies outside is for something else. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

/** Labels with dots between them. The last begins with a letter: what ends in a number is an IPv4 address, or nothing. */
const NAME = /^(?:[a-z\d-]+\.)+[a-z][a-z\d-]*$/u
/** Names that nobody can register: RFC 2606, 6761, 6762, 7686, 8375, 9476, and ICANN's reservation of `.internal`. */
const RESERVED_NAME =
  /(?:^|\.)(?:localhost|test|example|invalid|local|onion|alt|internal|home\.arpa|example\.(?:com|net|org))$/u

/**
 * Whether an address is one that everybody on the internet may have: not loopback, link-local, private, shared,
 * multicast, reserved for documents or tests, or an IPv4 address inside an IPv6 one.
 * @param address as a name server or a socket spells it; false for any other text
 */
export function isPublicAddress(address: string): boolean {
  // Spellings such as 0177.1 are read differently from program to program: they are no addresses here.
  if (isIP(address) === 0 || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6))
}

/** Whether a host is a name, in small letters, that somebody can have registered: no address in any spelling, and not reserved. */
export function isPublicName(host: string): boolean {
  return NAME.test(host) && !RESERVED_NAME.test(host)
}
