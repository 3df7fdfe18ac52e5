import { createHmac } from 'node:crypto'

/**
 * Stripe's signature of what is sent to a webhook endpoint (https://docs.stripe.com/webhooks#verify-manually).
 * @param seconds when it is sent, by the receiver's clock: receivers refuse what is older than five minutes
 */
export function signatureOf(body: string, secret: string, seconds: number): string {
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${digest}`
}
