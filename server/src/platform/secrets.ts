import { createHmac, timingSafeEqual } from 'node:crypto'

/** The first secret signs and seals; signatures and seals of every secret are accepted. */
export type Secrets = readonly [string, ...string[]]

/** Computes an HMAC-SHA-256. Each purpose must use a distinct text. */
export function computeHmac(secret: string, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest()
}

export function hasValidHmac(secrets: Secrets, text: string, made: Buffer): boolean {
  return secrets.some((secret) => {
    const right = computeHmac(secret, text)
    return made.length === right.length && timingSafeEqual(made, right)
  })
}
