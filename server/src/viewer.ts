import type { FastifyReply, FastifyRequest } from 'fastify'

import { Refusal } from '@kundig/contract/errors'

export interface Viewer {
  userId: string
  email: string
  sessionId: string
  expiresAt: Date
}

/** Suspended or banned person: may read the reason, object, and export their data. */
export interface Restricted {
  viewer: Viewer
  restriction: { state: 'suspended'; until: Date } | { state: 'banned' }
}

/** For routes outside the contract; extends the session when due. @throws Refusal SUSPENDED, BANNED, UNAVAILABLE */
export type Identify = (request: FastifyRequest, reply: FastifyReply) => Promise<Viewer | null>

/** Treats suspended and banned people as visitors. */
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

/** Checks again during a request: the session may end, or the person be suspended. */
export const isStillIn =
  (identify: Identify, request: FastifyRequest, reply: FastifyReply): (() => Promise<boolean>) =>
  async () =>
    (await identifyOrVisitor(identify, request, reply)) !== null
