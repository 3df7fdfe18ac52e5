import { fastifyCookie } from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Origins } from './origins.ts'

/** The cookies of one request, and those of its answer, with the browser that keeps them. */
export interface Cookies {
  read: (name: string) => string | undefined
  /** Gives the browser a cookie that no script may read, for so long (s); for no time takes it away. */
  write: (name: string, value: string, maxAgeS: number) => void
  /** The browser's own name; null when it sent none. */
  userAgent: string | null
}

/** Reads cookies and makes them: for the whole site, sent along from other sites by a link alone, and behind TLS only. */
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

/** The name of a cookie of ours, behind TLS with the prefix by which browsers let nobody else set it. */
export function hostCookieName(name: string, { secure }: Pick<Origins, 'secure'>): string {
  return secure ? `__Host-${name}` : name
}
