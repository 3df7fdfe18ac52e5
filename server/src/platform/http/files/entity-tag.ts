import type { FastifyRequest } from 'fastify'

/**
 * True when a client already holds this content (If-None-Match), so that it need not be sent again.
 * @param etag with its quotes
 */
export function matchesEntityTag(request: FastifyRequest, etag: string): boolean {
  const held = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//u, ''))
  return held?.includes(etag) ?? false
}
