import type { FastifyReply, FastifyRequest } from 'fastify'

/** The person behind a request, by the session that it came with. */
export interface Viewer {
  userId: string
  email: string
  sessionId: string
  expiresAt: Date
}

/** Whose request it is, for routes that are no procedures; prolongs the session when it is time. */
export type Identify = (request: FastifyRequest, reply: FastifyReply) => Promise<Viewer | null>
