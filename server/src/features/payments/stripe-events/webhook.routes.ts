import type { FastifyRequest } from 'fastify'
import type { Stripe } from 'stripe'

import { Refusal } from '@kundig/contract/errors'

import type { RecordFailure } from '../../../failure-metrics.ts'
import type { HttpServer } from '../../../platform/http/http-server.ts'
import { describeError, type Logger } from '../../../platform/logging/logger.ts'
import { toStripeRefusal } from '../../../platform/stripe/stripe.ts'
import { parseSnapshotEvent, parseThinEvent, type SentEvent } from './sent-event.ts'
import type { StripeEventService } from './stripe-event.service.ts'

/** Paths for snapshot events of our own account, events of connected accounts, and thin events. */
export const WEBHOOK_PATHS = {
  snapshot: '/stripe/webhook',
  connect: '/stripe/webhook/connect',
  thin: '/stripe/webhook/thin',
} as const

/** Maximum body size; Stripe's events have some kilobytes. */
const BODY_LIMIT_BYTES = 256 * 1024
/** Maximum difference between a signature's time and ours, either way (s). */
const TOLERANCE_S = 300

export interface WebhookRoutes {
  stripe: Stripe
  events: Pick<StripeEventService, 'receive'>
  /** An endpoint without a secret rejects all events. */
  secrets: Record<keyof typeof WEBHOOK_PATHS, string | null>
  logger: Logger
  recordFailure: RecordFailure
}

/** Stripe's requests have neither origin nor session. The signature over the exact bytes authenticates them. */
export async function serveWebhooks(
  server: HttpServer,
  { stripe, events, secrets, logger, recordFailure }: WebhookRoutes,
): Promise<void> {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES }, (_request, body, done) =>
      done(null, body),
    )

    for (const kind of ['snapshot', 'connect', 'thin'] as const) {
      scope.route({
        method: 'POST',
        url: WEBHOOK_PATHS[kind],
        handler: async (request) => {
          const { livemode, ...event } = verifyEvent(kind, request)
          try {
            await events.receive(event, livemode)
          } catch (error) {
            // Stripe sends the event again, and the reconciliation retries it.
            logger.warn({ event: event.id, type: event.type }, 'handling a Stripe event failed: Stripe sends it again')
            recordFailure('stripe_event')
            throw toStripeRefusal(error, 'PROVIDER_UNAVAILABLE', logger)
          }
          return { received: true }
        },
      })
    }
  })

  /** @throws Refusal INVALID_INPUT for a request that is not from Stripe, too old or not an event */
  function verifyEvent(kind: keyof typeof WEBHOOK_PATHS, request: FastifyRequest): SentEvent {
    const secret = secrets[kind]
    const header = request.headers['stripe-signature']
    if (secret === null || typeof header !== 'string' || !Buffer.isBuffer(request.body))
      throw new Refusal('INVALID_INPUT')
    try {
      if (hasFutureTimestamp(header)) throw new Error('signature time missing, repeated or in the future')
      return kind === 'thin'
        ? parseThinEvent(stripe.parseEventNotification(request.body, header, secret, TOLERANCE_S))
        : parseSnapshotEvent(stripe.webhooks.constructEvent(request.body, header, secret, TOLERANCE_S))
    } catch (error) {
      const isOffTime = isSigned(stripe, request.body, header, secret)
      const problem = isOffTime ? "webhook rejected for its time: check the server's clock" : 'webhook rejected'
      logger.warn({ kind, reason: describeError(error) }, problem)
      if (isOffTime) recordFailure('webhook_time')
      throw new Refusal('INVALID_INPUT')
    }
  }
}

/** True if the signature is correct, even with an outdated time. It then proves that the sender has the secret. */
function isSigned({ webhooks }: Stripe, body: Buffer, header: string, secret: string): boolean {
  try {
    // With tolerance 0, the SDK does not check the time.
    return webhooks.signature?.verifyHeader(body, header, secret, 0) ?? false
  } catch {
    return false
  }
}

/** The SDK refuses old times but accepts future times. A signature with a future time would be valid for too long. */
function hasFutureTimestamp(header: string): boolean {
  const times = header.split(',').flatMap((part) => {
    const [name, value = ''] = part.split('=')
    return name === 't' ? [value] : []
  })
  const [time = ''] = times
  return times.length !== 1 || !/^\d{1,12}$/u.test(time) || Number(time) > Date.now() / 1000 + TOLERANCE_S
}
