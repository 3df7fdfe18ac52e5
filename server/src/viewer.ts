import type { FastifyReply, FastifyRequest } from 'fastify'

import { Refusal } from '@kundig/contract/errors'

export interface Viewer {
  userId: string
  email: string
  sessionId: string
  expiresAt: Date
}

/** Suspended or banned person, who may only read the reason, object, and export their data. */
export interface Restricted {
  viewer: Viewer
  restriction: { state: 'suspended'; until: Date } | { state: 'banned' }
}

/** Identifies viewers outside the contract, and extends due sessions. @throws Refusal SUSPENDED, BANNED, UNAVAILABLE */
export type Identify = (request: FastifyRequest, reply: FastifyReply) => Promise<Viewer | null>

/** Identifies the viewer. Suspended and banned people count as visitors. */
export async function identifyViewerOrVisitor(
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

/** Creates a check that a request can repeat. It is false once the session has ended or the person is suspended. */
export const isStillIn =
  (identify: Identify, request: FastifyRequest, reply: FastifyReply): (() => Promise<boolean>) =>
  async () =>
    (await identifyViewerOrVisitor(identify, request, reply)) !== null
