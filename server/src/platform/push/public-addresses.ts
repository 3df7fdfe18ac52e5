import { isIP } from 'node:net'

import ipaddr from 'ipaddr.js'

/** Globally reachable part of IPv6 (RFC 4291, 2.4); everything else has another purpose. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

/**
 * Labels with dots between them. The last begins with a letter: a name that ends in a number is an IPv4 address, or
 * invalid.
 */
const NAME = /^(?:[a-z\d-]+\.)+[a-z][a-z\d-]*$/u
/**
 * Reserved names, which cannot be registered: RFC 2606, 6761, 6762, 7686, 8375, 9476, and ICANN's reservation of
 * `.internal`.
 */
const RESERVED_NAME =
  /(?:^|\.)(?:localhost|test|example|invalid|local|onion|alt|internal|home\.arpa|example\.(?:com|net|org))$/u

/**
 * True for public internet addresses: not loopback, link-local, private, shared, multicast, reserved for documents or
 * tests, or an IPv4 address inside an IPv6 one.
 * @param address in a name server's or socket's spelling; false for any other text
 */
export function isPublicAddress(address: string): boolean {
  // Programs read spellings such as 0177.1 differently: they are not addresses here.
  if (isIP(address) === 0 || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6))
}

/** True when a host is a lower-case name that can be registered: no address in any spelling, and not reserved. */
export function isPublicName(host: string): boolean {
  return NAME.test(host) && !RESERVED_NAME.test(host)
}
