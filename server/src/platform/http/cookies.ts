import { fastifyCookie } from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Origins } from './origins.ts'

export interface Cookies {
  read: (name: string) => string | undefined
  /** Scripts cannot read it; zero seconds remove it. */
  write: (name: string, value: string, maxAgeS: number) => void
  userAgent: string | null
}

/** Cookies of the whole site: other sites send them only with links; behind TLS they go only over TLS. */
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

/** Behind TLS, the prefix keeps other hosts from setting the cookie. */
export function toHostCookieName(name: string, { secure }: Pick<Origins, 'secure'>): string {
  return secure ? `__Host-${name}` : name
}
