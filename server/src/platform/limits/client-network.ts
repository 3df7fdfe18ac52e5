import { isIPv6, SocketAddress } from 'node:net'

/** Returns an IPv4 address, or an IPv6 /64 network, which usually has one holder. */
export function toClientNetwork(address: string): string {
  if (!isIPv6(address)) return address
  const [bare = ''] = address.split('%')
  // The canonical form of IPv6 writes mapped IPv4 with dots, and has at most one "::".
  const canonical = new SocketAddress({ address: bare, family: 'ipv6' }).address
  const mapped = /^::ffff:([\d.]+)$/u.exec(canonical)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = canonical.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}
