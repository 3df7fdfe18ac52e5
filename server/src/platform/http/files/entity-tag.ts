import type { FastifyRequest } from 'fastify'

/** True when a client already has this content (If-None-Match). `etag` includes its quotes. */
export function matchesEntityTag(request: FastifyRequest, etag: string): boolean {
  const held = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//u, ''))
  return held?.includes(etag) ?? false
}
