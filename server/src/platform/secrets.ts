import { createHmac, timingSafeEqual } from 'node:crypto'

/** Secrets of the site: the first signs and seals, and what any of them signed or sealed is accepted. */
export type Secrets = readonly [string, ...string[]]

/** The HMAC-SHA-256 of a text with a secret; each use has a text of its own. */
export function keyed(secret: string, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest()
}

/** Whether one of the secrets made it of that text. */
export function isKeyed(secrets: Secrets, text: string, made: Buffer): boolean {
  return secrets.some((secret) => {
    const right = keyed(secret, text)
    return made.length === right.length && timingSafeEqual(made, right)
  })
}
