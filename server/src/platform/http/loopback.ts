import { BlockList, isIP } from 'node:net'

import type { FastifyRequest } from 'fastify'

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

const PRIVATE = new BlockList()
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv4')
}
PRIVATE.addSubnet('fc00::', 7, 'ipv6')
PRIVATE.addSubnet('fe80::', 10, 'ipv6')

/** Names without public name servers (RFC 6761, 6762, 8375, and ICANN's reservation of `.internal`). */
const PRIVATE_NAME = /^[^.]+$|\.(?:internal|local|home\.arpa)$/u

/** Headers that proxies add: a request with any of these headers is not local. */
const FORWARDING =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-real-ip|(?:x-)?(?:true-|cluster-)?client-ip|.+-connecting-ip|x-original-.+)$/u

/** True for requests from this machine without a proxy. Only the connection proves this: clients can forge headers. */
export function isFromThisMachine({ socket, headers }: Pick<FastifyRequest, 'socket' | 'headers'>): boolean {
  return isLoopback(socket.remoteAddress ?? '') && !Object.keys(headers).some((name) => FORWARDING.test(name))
}

/** True for a loopback address, with or without brackets, and for `localhost` and its subdomains (RFC 6761). */
export function isLoopback(host: string): boolean {
  return isAddressInList(LOOPBACK, host) || /^(?:.+\.)?localhost$/u.test(normaliseHost(host))
}

/** True for this machine and its private network, where no third party can read traffic. */
export function isLocal(host: string): boolean {
  return (
    isLoopback(host) ||
    isAddressInList(PRIVATE, host) ||
    (isIP(normaliseHost(host)) === 0 && PRIVATE_NAME.test(normaliseHost(host)))
  )
}

/** Returns the host of a URL, or an empty text for an invalid URL. */
export function readHost(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : ''
}

function isAddressInList(list: BlockList, host: string): boolean {
  const address = normaliseHost(host)
  const version = isIP(address)
  // An IPv4 address in IPv6 form is checked as an IPv4 address.
  return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

function normaliseHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/gu, '')
    .replace(/\.$/u, '')
}
