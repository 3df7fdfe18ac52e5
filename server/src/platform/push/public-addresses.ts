import { isIP } from 'node:net'

import ipaddr from 'ipaddr.js'

/** Globally reachable part of IPv6 (RFC 4291, 2.4). */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

/** Labels with dots. The last label begins with a letter: a name ending in a number is an IPv4 address or invalid. */
const NAME = /^(?:[a-z\d-]+\.)+[a-z][a-z\d-]*$/u
/** Names reserved by RFC 2606, 6761, 6762, 7686, 8375, 9476, and ICANN (`.internal`). */
const RESERVED_NAME =
  /(?:^|\.)(?:localhost|test|example|invalid|local|onion|alt|internal|home\.arpa|example\.(?:com|net|org))$/u

/** True for public addresses: not loopback, link-local, private, shared, multicast, reserved, or IPv4 inside IPv6. */
export function isPublicAddress(address: string): boolean {
  // Spellings such as 0177.1 are refused, because programs parse them differently.
  if (isIP(address) === 0 || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6))
}

/** True for lower-case names that can be registered: no addresses, and no reserved names. */
export function isPublicName(host: string): boolean {
  return NAME.test(host) && !RESERVED_NAME.test(host)
}
