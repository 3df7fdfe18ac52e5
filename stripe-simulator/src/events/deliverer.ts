import type { WebhookEndpoint } from '../core/call.ts'
import type { Log } from '../core/log.ts'
import type { Database } from '../store/database.ts'
import { mapEndpointsByName } from './delivery-plan.ts'
import { createSignature } from './signature.ts'

/** Interval between checks for due deliveries, including those of other processes (ms). */
const POLL_MS = 500
/** Maximum simultaneous deliveries of a process. */
const DELIVERIES_MAX = 8
/** Timeout of a receiver (ms). */
const ANSWER_TIMEOUT_MS = 8000
/** Lifetime of a claim, after which another process may send (s). */
const CLAIM_S = 12
/** Pause after the first failure (ms). Each further failure doubles it. */
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60 * 60 * 1000
/** Maximum attempts (about three days). */
const ATTEMPTS_MAX = 80

type Claimed = { seq: string; endpoint: string; attempts: number; body: Record<string, unknown> }

/** Sends events to their endpoints, each at least once. */
export interface Deliverer {
  wake: () => void
  /** Sends all unattempted deliveries one by one in the given order, even before they are due. */
  flush: (order: 'newest_first' | 'oldest_first') => Promise<number>
  /** Stops, and aborts running deliveries, which the next start sends again. */
  close: () => Promise<void>
}

/** Starts sending events. Processes can share a database: only one of them at a time claims a delivery. */
export function startDeliverer(database: Database, webhooks: readonly WebhookEndpoint[], log: Log): Deliverer {
  const endpoints = mapEndpointsByName(webhooks)
  const names = [...endpoints.keys()]
  const underWay = new Set<Promise<void>>()
  const closing = new AbortController()
  let looking: Promise<void> | undefined
  let isWoken = false

  const send = async (delivery: Claimed): Promise<void> => {
    const answer = await postEvent(endpoints.get(delivery.endpoint), delivery, closing.signal)
    const isDelivered = /^2\d\d$/.test(answer)
    await recordAttempt(database, delivery, answer, isDelivered)
    log({ event: delivery.body['id'], type: delivery.body['type'], answer }, 'webhook')
  }

  const look = async (): Promise<void> => {
    do {
      isWoken = false
      const room = DELIVERIES_MAX - underWay.size
      if (room <= 0 || closing.signal.aborted) return
      const claimed = await claimDeliveries(database, names, room)
      for (const delivery of claimed) {
        const sending = send(delivery)
          .catch((error: unknown) =>
            log({ error: error instanceof Error ? error.message : 'unknown' }, 'webhook failed'),
          )
          .finally(() => {
            underWay.delete(sending)
            wake()
          })
        underWay.add(sending)
      }
    } while (isWoken)
  }

  const wake = (): void => {
    if (closing.signal.aborted) return
    isWoken = true
    looking ??= look()
      // The next check retries after a database failure.
      .catch((error: unknown) => log({ error: error instanceof Error ? error.message : 'unknown' }, 'webhooks wait'))
      .finally(() => {
        looking = undefined
        if (isWoken) wake()
      })
  }

  const timer = setInterval(wake, POLL_MS)
  timer.unref()
  wake()

  return {
    wake,
    flush: async (order) => {
      let sent = 0
      for (;;) {
        const [delivery] = await claimNextDelivery(database, names, order)
        if (delivery === undefined) return sent
        await send(delivery)
        sent += 1
      }
    },
    close: async () => {
      closing.abort()
      clearInterval(timer)
      await looking
      await Promise.all(underWay)
    },
  }
}

/** The simulator's time in SQL (ms). */
const NOW_MS = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint + s.clock_ahead_ms'

async function claimDeliveries(database: Database, names: string[], limit: number): Promise<Claimed[]> {
  if (names.length === 0) return []
  return database.query<Claimed>(
    `WITH due AS (
       SELECT d.seq FROM deliveries d, settings s
       WHERE d.state = 'due' AND d.endpoint = ANY ($1) AND NOT s.webhooks_paused
         AND d.due_ms <= ${NOW_MS} AND d.claimed_until < clock_timestamp()
       ORDER BY d.seq LIMIT $2 FOR UPDATE OF d SKIP LOCKED
     ), claimed AS (
       UPDATE deliveries SET attempts = attempts + 1, claimed_until = clock_timestamp() + make_interval(secs => ${CLAIM_S})
       WHERE seq IN (SELECT seq FROM due) RETURNING seq, event_id, endpoint, attempts
     )
     SELECT c.seq, c.endpoint, c.attempts, e.body FROM claimed c JOIN events e ON e.id = c.event_id ORDER BY c.seq`,
    [names, limit],
  )
}

/** Claims the next unattempted delivery, even before it is due. Failed deliveries wait for their retry. */
async function claimNextDelivery(
  database: Database,
  names: string[],
  order: 'newest_first' | 'oldest_first',
): Promise<Claimed[]> {
  return database.query<Claimed>(
    `WITH next AS (
       SELECT d.seq FROM deliveries d
       WHERE d.state = 'due' AND d.endpoint = ANY ($1) AND d.attempts = 0
       ORDER BY d.seq ${order === 'newest_first' ? 'DESC' : 'ASC'} LIMIT 1 FOR UPDATE SKIP LOCKED
     ), claimed AS (
       UPDATE deliveries SET attempts = attempts + 1, claimed_until = clock_timestamp() + make_interval(secs => ${CLAIM_S})
       WHERE seq IN (SELECT seq FROM next) RETURNING seq, event_id, endpoint, attempts
     )
     SELECT c.seq, c.endpoint, c.attempts, e.body FROM claimed c JOIN events e ON e.id = c.event_id`,
    [names],
  )
}

async function recordAttempt(
  database: Database,
  delivery: Claimed,
  answer: string,
  isDelivered: boolean,
): Promise<void> {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (delivery.attempts - 1), LONGEST_PAUSE_MS)
  const state = isDelivered ? 'delivered' : delivery.attempts >= ATTEMPTS_MAX ? 'given_up' : 'due'
  await database.query(
    `UPDATE deliveries SET state = $2, last_answer = $3, claimed_until = '-infinity',
       due_ms = (SELECT ${NOW_MS} FROM settings s) + $4
     WHERE seq = $1`,
    [delivery.seq, state, answer, isDelivered ? 0 : pause],
  )
}

async function postEvent(
  endpoint: WebhookEndpoint | undefined,
  { body: event }: Claimed,
  closing: AbortSignal,
): Promise<string> {
  if (endpoint === undefined) return 'no endpoint'
  // Thin notifications omit the data, which is fetched by id.
  const body = JSON.stringify(endpoint.payload === 'thin' ? { ...event, data: undefined } : event, null, 2)
  try {
    const response = await fetch(endpoint.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': createSignature(body, endpoint.secret, Math.floor(Date.now() / 1000)),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([closing, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
    })
    await response.body?.cancel()
    return String(response.status)
  } catch (error) {
    return error instanceof Error ? error.name : 'unreachable'
  }
}
