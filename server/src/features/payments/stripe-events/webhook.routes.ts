import type { FastifyRequest } from 'fastify'
import type { Stripe } from 'stripe'

import { Refusal } from '@kundig/contract/errors'

import type { NoteFailure } from '../../../failures.ts'
import type { HttpServer } from '../../../platform/http/http-server.ts'
import { describeError, type Logger } from '../../../platform/logging/logger.ts'
import { stripeRefusal } from '../../../platform/stripe/stripe.ts'
import { fromSnapshot, fromThin, type SentEvent } from './sent-event.ts'
import type { StripeEventService } from './stripe-event.service.ts'

/**
 * Events of our own account that carry the object as it was, those of connected accounts, and events that only name it: Stripe sends
 * them from three endpoints.
 */
export const WEBHOOK_PATHS = {
  snapshot: '/stripe/webhook',
  connect: '/stripe/webhook/connect',
  thin: '/stripe/webhook/thin',
} as const

/** Stripe's events are some kilobytes long. */
const BODY_LIMIT_BYTES = 256 * 1024
/** How far the time of a signature may be from ours, either way (s). */
const TOLERANCE_S = 300

export interface WebhookRoutes {
  stripe: Stripe
  events: Pick<StripeEventService, 'receive'>
  /** What each endpoint's events are signed with. An endpoint without one takes nothing. */
  secrets: Record<keyof typeof WEBHOOK_PATHS, string | null>
  logger: Logger
  noteFailure: NoteFailure
}

/**
 * Takes Stripe's events. They come from Stripe's servers, which name no origin and have no session: the signature over
 * the very bytes is what lets them in.
 */
export async function serveWebhooks(
  server: HttpServer,
  { stripe, events, secrets, logger, noteFailure }: WebhookRoutes,
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
          const { livemode, ...event } = eventOf(kind, request)
          try {
            await events.receive(event, livemode)
          } catch (error) {
            // Stripe sends it again, and the reconciliation looks after it.
            logger.warn({ event: event.id, type: event.type }, 'an event could not be handled')
            noteFailure('stripe_event')
            throw stripeRefusal(error, 'PROVIDER_UNAVAILABLE', logger)
          }
          return { received: true }
        },
      })
    }
  })

  /** @throws Refusal INVALID_INPUT when it is not Stripe's, is too old, or is no event */
  function eventOf(kind: keyof typeof WEBHOOK_PATHS, request: FastifyRequest): SentEvent {
    const secret = secrets[kind]
    const header = request.headers['stripe-signature']
    if (secret === null || typeof header !== 'string' || !Buffer.isBuffer(request.body))
      throw new Refusal('INVALID_INPUT')
    try {
      if (isFromFuture(header)) throw new Error('the time of the signature is missing, twice there, or ahead')
      return kind === 'thin'
        ? fromThin(stripe.parseEventNotification(request.body, header, secret, TOLERANCE_S))
        : fromSnapshot(stripe.webhooks.constructEvent(request.body, header, secret, TOLERANCE_S))
    } catch (error) {
      const isOffTime = isSigned(stripe, request.body, header, secret)
      const problem = isOffTime ? 'webhook refused for its time alone: check the clock' : 'webhook refused'
      logger.warn({ kind, reason: describeError(error) }, problem)
      if (isOffTime) noteFailure('webhook_time')
      throw new Refusal('INVALID_INPUT')
    }
  }
}

/** True when the signature is right, whatever its time: the sender knows the secret. */
function isSigned({ webhooks }: Stripe, body: Buffer, header: string, secret: string): boolean {
  try {
    // The SDK compares no time where the tolerance is 0.
    return webhooks.signature?.verifyHeader(body, header, secret, 0) ?? false
  } catch {
    return false
  }
}

/**
 * Whether a signature's time is missing, given twice, or ahead of ours: the SDK refuses what is too old, and takes what
 * is from the future, which would stay good until then.
 */
function isFromFuture(header: string): boolean {
  const times = header.split(',').flatMap((part) => {
    const [name, value = ''] = part.split('=')
    return name === 't' ? [value] : []
  })
  const [time = ''] = times
  return times.length !== 1 || !/^\d{1,12}$/u.test(time) || Number(time) > Date.now() / 1000 + TOLERANCE_S
}
