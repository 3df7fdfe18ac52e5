import { fastifyCookie } from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Origins } from './origins.ts'

export interface Cookies {
  read: (name: string) => string | undefined
  /** Writes a cookie that scripts cannot read. A `maxAgeS` of 0 removes the cookie. */
  write: (name: string, value: string, maxAgeS: number) => void
  userAgent: string | null
}

/** Serves site-wide cookies, which other sites send only by links, and which behind TLS travel only over TLS. */
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

/** Adds the prefix `__Host-` behind TLS, so that other hosts cannot set the cookie. */
export function toHostCookieName(name: string, { secure }: Pick<Origins, 'secure'>): string {
  return secure ? `__Host-${name}` : name
}
