import { createHmac } from 'node:crypto'

/**
 * Signs a webhook (https://docs.stripe.com/webhooks#verify-manually). Receivers reject signatures after five minutes.
 */
export function createSignature(body: string, secret: string, seconds: number): string {
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${digest}`
}
