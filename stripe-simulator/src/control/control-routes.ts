import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { readAccess, requireSecretKey } from '../core/access.ts'
import { ApiError, createInvalidRequestError } from '../core/api-error.ts'
import type { Settings } from '../core/call.ts'
import type { Deliverer } from '../events/deliverer.ts'
import { sendError } from '../http/api-routes.ts'
import { PLATFORM } from '../objects/balance/balance-limits.ts'
import { requestMoreEvidence, endDispute, openDispute, createFraudWarning } from '../objects/charges/dispute-flow.ts'
import { endRefund, lockCharge, makeRefund } from '../objects/charges/refund-flow.ts'
import { endProcessing, requireOpenPayment, startProcessing } from '../objects/intents/payment-intent-flow.ts'
import { closeAccount, disconnectAccount } from '../onboarding/account-end.ts'
import { changeRecipient } from '../onboarding/recipient.ts'
import { ASKED_NAMES, listRemainingRequirements } from '../onboarding/requirements.ts'
import type { Database } from '../store/database.ts'
import { lockObject, saveObject } from '../store/object-store.ts'
import { TABLES_TO_WIPE } from '../store/schema.ts'
import type { Declare } from './command.ts'
import { registerMoneyCommands } from './money-commands.ts'

export interface ControlDependencies {
  database: Database
  settings: Settings
  deliverer: Deliverer
}

const capabilityStatus = z.enum(['active', 'pending', 'rejected', 'restricted', 'unsupported'])
const times = z.int().min(1).default(1)
const ms = z.int().min(0).max(60_000_000)

/** Adds commands for tests to the API. They use JSON and the secret key. */
export function registerControlRoutes(server: FastifyInstance, dependencies: ControlDependencies): void {
  const { database, settings, deliverer } = dependencies

  const command: Declare = (path, { body, act }) => {
    server.post(`/control${path}`, (request, reply) =>
      sendAnswer(request, reply, settings, async () => {
        const read = readBody(body, request.body)
        const id: unknown = Reflect.get(Object(request.params), 'id')
        const result = await database.transaction((tx) =>
          act({ tx, settings, request: null }, read, typeof id === 'string' ? id : ''),
        )
        deliverer.wake()
        return result
      }),
    )
  }

  command('/clock/advance', {
    body: z.strictObject({ ms: z.int().min(0) }),
    act: async ({ tx }, body) => {
      const [row] = await tx.query<{ ahead: string }>(
        'UPDATE settings SET clock_ahead_ms = clock_ahead_ms + $1 RETURNING clock_ahead_ms AS ahead',
        [body.ms],
      )
      return { now_ms: Date.now() + Number(row?.ahead ?? 0) }
    },
  })

  command('/faults', {
    body: z.strictObject({
      method: z.enum(['*', 'DELETE', 'GET', 'POST']).default('*'),
      path_prefix: z.string().startsWith('/'),
      mode: z.enum(['refuse', 'drop', 'drop_answer', 'delay_answer', 'hold_answer', 'slow']),
      status: z.int().min(400).max(599).default(500),
      code: z.string().nullable().default(null),
      ms: ms.default(0),
      times,
    }),
    act: async ({ tx }, fault) => {
      await tx.query(
        'INSERT INTO faults (method, path_prefix, mode, status, code, ms, remaining) VALUES ($1, $2, $3, $4, $5, $6, $7)',
        [fault.method, fault.path_prefix, fault.mode, fault.status, fault.code, fault.ms, fault.times],
      )
      return fault
    },
  })

  command('/faults/clear', {
    body: z.strictObject({}),
    act: async ({ tx }) => {
      await tx.query('DELETE FROM faults')
      return {}
    },
  })

  command('/webhooks/pause', {
    body: z.strictObject({}),
    act: async ({ tx }) => {
      await tx.query('UPDATE settings SET webhooks_paused = true')
      return { paused: true }
    },
  })

  command('/webhooks/rules', {
    body: z.strictObject({
      type_prefix: z.string().default(''),
      action: z.enum(['delay', 'drop', 'duplicate']),
      ms: ms.default(0),
      copies: z.int().min(1).max(100).default(2),
      times,
    }),
    act: async ({ tx }, rule) => {
      await tx.query(
        'INSERT INTO delivery_rules (type_prefix, action, ms, copies, remaining) VALUES ($1, $2, $3, $4, $5)',
        [rule.type_prefix, rule.action, rule.ms, rule.copies, rule.times],
      )
      return rule
    },
  })

  command('/events/:id/redeliver', {
    body: z.strictObject({}),
    act: async ({ tx }, _body, id) => {
      const sent = await tx.query(
        `INSERT INTO deliveries (event_id, endpoint, state, due_ms)
         SELECT DISTINCT event_id, endpoint, 'due', $2::bigint FROM deliveries WHERE event_id = $1 RETURNING endpoint`,
        [id, tx.nowMs],
      )
      if (sent.length === 0)
        throw new ApiError(404, { type: 'invalid_request_error', message: `No such event: '${id}'` })
      return { deliveries: sent.length }
    },
  })

  command('/accounts/:id/capability', {
    body: z.strictObject({
      status: capabilityStatus,
      requirements: z.enum(['all', 'half', 'nothing']).optional(),
    }),
    act: async (work, { status, requirements }, id) => {
      const account = await lockObject(work.tx, 'v2.core.account', id)
      const asked = status === 'restricted' ? 'half' : 'all'
      await changeRecipient(work, account, { capability: status, progress: requirements ?? asked })
      return { id, status }
    },
  })

  command('/accounts/:id/payouts', {
    body: z.strictObject({ status: capabilityStatus }),
    act: async (work, { status }, id) => {
      await changeRecipient(work, await lockObject(work.tx, 'v2.core.account', id), { payouts: status })
      return { id, status }
    },
  })

  command('/accounts/:id/requirements', {
    body: z.strictObject({
      due: z.array(z.enum(ASKED_NAMES)).default(listRemainingRequirements('half')),
      status: z.enum(['currently_due', 'eventually_due', 'past_due']).default('currently_due'),
      deadline: z.int().min(0).optional(),
    }),
    act: async (work, { due, status, deadline }, id) => {
      const account = await lockObject(work.tx, 'v2.core.account', id)
      const at = deadline === undefined ? undefined : new Date(deadline * 1000)
      await changeRecipient(work, account, {
        asked: { due, deadline: { urgency: status, at } },
        // Overdue requirements stop both payments to the account and its payouts.
        ...(status === 'past_due' && due.length > 0 ? { capability: 'restricted' } : {}),
      })
      return { id, due, status, deadline: deadline ?? null }
    },
  })

  for (const [end, leave] of [
    ['close', closeAccount],
    ['disconnect', disconnectAccount],
  ] as const) {
    command(`/accounts/:id/${end}`, {
      body: z.strictObject({}),
      act: async (work, _body, id) => {
        await leave(work, await lockObject(work.tx, 'v2.core.account', id))
        return { id }
      },
    })
  }

  command('/payment_intents/:id/processing', {
    body: z.strictObject({ at: z.enum(['now', 'confirm']).default('now') }),
    act: async (work, { at }, id) => {
      const intent = await lockObject(work.tx, 'payment_intent', id)
      requireOpenPayment(intent, 'confirm')
      if (at === 'now') {
        await startProcessing(work, intent)
      } else {
        intent.hidden.slow = true
        await saveObject(work.tx, intent)
      }
      return { id, status: intent.data.status }
    },
  })

  for (const outcome of ['fail', 'succeed'] as const) {
    command(`/payment_intents/:id/${outcome}`, {
      body: z.strictObject({}),
      act: async (work, _body, id) => {
        const intent = await lockObject(work.tx, 'payment_intent', id)
        await endProcessing(work, intent, outcome)
        return { id, status: intent.data.status }
      },
    })
  }

  command('/payment_intents/:id/refund', {
    body: z.strictObject({ amount: z.int().min(1).optional(), reverse_transfer: z.boolean().default(true) }),
    act: async (work, { amount, reverse_transfer: reversesTransfer }, id) => {
      const how = { amount, reason: null, reversesTransfer, refundsFee: false, metadata: {} }
      return makeRefund(work, await lockCharge(work, id), how)
    },
  })

  command('/payment_intents/:id/dispute', {
    body: z.strictObject({
      amount: z.int().min(1).optional(),
      reason: z.string().default('fraudulent'),
      as_inquiry: z.boolean().default(false),
    }),
    act: async (work, { amount, reason, as_inquiry: asInquiry }, id) =>
      openDispute(work, await lockCharge(work, id), { amount, reason, asInquiry }),
  })

  command('/payment_intents/:id/warn_of_fraud', {
    body: z.strictObject({}),
    act: async (work, _body, id) => createFraudWarning(work, await lockCharge(work, id)),
  })

  for (const end of ['lose', 'win'] as const) {
    command(`/disputes/:id/${end}`, { body: z.strictObject({}), act: (work, _body, id) => endDispute(work, id, end) })
  }
  command('/disputes/:id/ask_for_more', {
    body: z.strictObject({}),
    act: (work, _body, id) => requestMoreEvidence(work, id),
  })

  command('/balances', {
    body: z.strictObject({ account: z.string().default(PLATFORM), cents: z.int().min(0).nullable() }),
    act: async ({ tx }, { account, cents }) => {
      await tx.query('DELETE FROM balances WHERE account = $1', [account])
      if (cents !== null) await tx.query('INSERT INTO balances (account, cents) VALUES ($1, $2)', [account, cents])
      return { account, cents }
    },
  })

  for (const end of ['cancel', 'fail', 'succeed'] as const) {
    command(`/refunds/:id/${end}`, { body: z.strictObject({}), act: (work, _body, id) => endRefund(work, id, end) })
  }

  registerMoneyCommands(command)

  command('/wipe', {
    body: z.strictObject({}),
    act: async ({ tx }) => {
      await tx.query(`TRUNCATE ${TABLES_TO_WIPE}`)
      await tx.query(
        'UPDATE settings SET clock_ahead_ms = 0, webhooks_paused = false, fees = NULL, settling_waits = false',
      )
      return {}
    },
  })

  server.post('/control/webhooks/resume', (request, reply) =>
    sendAnswer(request, reply, settings, async () => {
      const orders = z.enum(['oldest_first', 'newest_first'])
      const { order } = readBody(z.strictObject({ order: orders.default('oldest_first') }), request.body)
      const sent = await deliverer.flush(order)
      await database.query('UPDATE settings SET webhooks_paused = false')
      deliverer.wake()
      return { sent }
    }),
  )

  server.get('/control/deliveries', (request, reply) =>
    sendAnswer(request, reply, settings, async () => ({
      deliveries: await database.query(
        `SELECT d.event_id, e.type, e.object_id, d.endpoint, d.state, d.attempts, d.last_answer
         FROM deliveries d JOIN events e ON e.id = d.event_id ORDER BY d.seq`,
      ),
    })),
  )
}

function readBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const read = schema.safeParse(body ?? {})
  if (!read.success) throw createInvalidRequestError(z.prettifyError(read.error))
  return read.data
}

async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  settings: Settings,
  act: () => Promise<object>,
): Promise<FastifyReply> {
  try {
    requireSecretKey(readAccess(request.headers.authorization, settings))
    return await reply.send(await act())
  } catch (error) {
    if (error instanceof ApiError) return sendError(reply, error)
    throw error
  }
}
