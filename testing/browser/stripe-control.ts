import { startStripeSimulator } from 'stripe-simulator'

import { madeUpKeys } from '@kundig/server/payment-provider'

import { AUTH_SECRET } from './kundig-server.ts'

/** What Stripe does by itself, as far as browsers see of it. */
export interface StripeControl {
  /** Asks the simulator for what nobody can ask of Stripe. */
  control: <Body = unknown>(path: string, body?: object) => Promise<Body>
  close: () => Promise<void>
}

/**
 * A simulator beside that of the server which journeys share, on the same state: the server's own listens on a port that nobody knows.
 * @param url where the server is, which is told of what happens
 */
export async function openStripeControl(url: string): Promise<StripeControl> {
  const keys = madeUpKeys(AUTH_SECRET)
  const simulator = await startStripeSimulator({
    databaseUrl: process.env['KUNDIG_DATABASE_URL'] ?? '',
    schema: 'stripe_simulator',
    port: 0,
    secretKey: keys.secretKey,
    publishableKey: keys.publishableKey,
    webhooks: [
      { url: `${url}/stripe/webhook`, secret: keys.webhookSecret, payload: 'snapshot' },
      { url: `${url}/stripe/webhook/connect`, secret: keys.connectWebhookSecret, payload: 'snapshot', connect: true },
      { url: `${url}/stripe/webhook/thin`, secret: keys.thinWebhookSecret, payload: 'thin' },
    ],
  })
  return {
    control: async <Body>(path: string, body: object = {}): Promise<Body> => {
      const answer = await fetch(`${simulator.url}/control${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${keys.secretKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as Body
    },
    close: simulator.close,
  }
}
