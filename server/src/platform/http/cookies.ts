import { fastifyCookie } from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Origins } from './origins.ts'

/** Cookies of one request and of its answer, and the browser's name. */
export interface Cookies {
  read: (name: string) => string | undefined
  /** Sets a cookie that scripts cannot read, for a time (s); a time of zero removes it. */
  write: (name: string, value: string, maxAgeS: number) => void
  /** The browser's own name; null when it sent none. */
  userAgent: string | null
}

/**
 * Reads and writes cookies: for the whole site, sent from other sites only with links, and, behind TLS, only over TLS.
 */
export async function serveCookies(server: FastifyInstance, { secure }: Pick<Origins, 'secure'>): Promise<void> {
  await server.register(fastifyCookie, { parseOptions: { path: '/', sameSite: 'lax', httpOnly: true, secure } })
}

export function openCookies(request: FastifyRequest, reply: FastifyReply): Cookies {
  return {
    read: (name) => request.cookies[name],
    write: (name, value, maxAge) => void reply.setCookie(name, value, { maxAge }),
    userAgent: request.headers['user-agent'] ?? null,
  }
}

/** Returns a cookie's name; behind TLS with the prefix that keeps other hosts from setting it. */
export function hostCookieName(name: string, { secure }: Pick<Origins, 'secure'>): string {
  return secure ? `__Host-${name}` : name
}
