import { createHmac, timingSafeEqual } from 'node:crypto'

/** Secrets of the site: the first signs and seals; signatures and seals of all of them are accepted. */
export type Secrets = readonly [string, ...string[]]

/** Returns the HMAC-SHA-256 of a text with a secret; each use has its own text. */
export function keyed(secret: string, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest()
}

/** True when it was made from that text with one of the secrets. */
export function isKeyed(secrets: Secrets, text: string, made: Buffer): boolean {
  return secrets.some((secret) => {
    const right = keyed(secret, text)
    return made.length === right.length && timingSafeEqual(made, right)
  })
}
