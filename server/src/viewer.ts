import type { FastifyReply, FastifyRequest } from 'fastify'

import { Refusal } from '@kundig/contract/errors'

/** The person behind a request, by the session that it came with. */
export interface Viewer {
  userId: string
  email: string
  sessionId: string
  expiresAt: Date
}

/** Somebody who is suspended or banned: they may learn why, object, and have their data. */
export interface Restricted {
  viewer: Viewer
  restriction: { state: 'suspended'; until: Date } | { state: 'banned' }
}

/**
 * Whose request it is, for routes that are no procedures; prolongs the session when it is time.
 * @throws Refusal SUSPENDED, BANNED, UNAVAILABLE
 */
export type Identify = (request: FastifyRequest, reply: FastifyReply) => Promise<Viewer | null>

/** The same, for what a visitor may ask for, too: whoever is suspended or banned is one. */
export async function identifyOrVisitor(
  identify: Identify,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Viewer | null> {
  try {
    return await identify(request, reply)
  } catch (error) {
    if (error instanceof Refusal && (error.code === 'SUSPENDED' || error.code === 'BANNED')) return null
    throw error
  }
}

/** Whether whoever sent a request is let in still: their session may end, or they may be suspended, while it is under way. */
export const isStillIn =
  (identify: Identify, request: FastifyRequest, reply: FastifyReply): (() => Promise<boolean>) =>
  async () =>
    (await identifyOrVisitor(identify, request, reply)) !== null
