import type { OpenAPI } from '@orpc/contract'
import { z } from 'zod'

import { ERRORS, type ErrorCode, Refusal } from '@kundig/contract/errors'
import { PAYMENTS } from '@kundig/contract/limits'
import { checkDescription } from '@kundig/contract/payments/description-rules'
import { RAW_LIMITS } from '@kundig/contract/raw-limits'
import { createStorableTextSchema, createTextField } from '@kundig/contract/schemas'
import { cleanText } from '@kundig/contract/texts/sanitising'

import { toErrorAnswer } from '../../../platform/http/answers.ts'
import { type HttpServer, setRetryAfter } from '../../../platform/http/http-server.ts'
import type { Logger } from '../../../platform/logging/logger.ts'
import type { Identify } from '../../../viewer.ts'
import type { Caller, FunctionsService } from './functions.service.ts'

/** Rejects strings that are not Stripe ids before any lookup. */
const stripeId = z
  .string()
  .max(255)
  .regex(/^\w{1,255}$/u)
const self = z.strictObject({
  userId: createStorableTextSchema(255),
  email: createStorableTextSchema(320).trim().toLowerCase(),
})
const ofCustomer = z.strictObject({ customerId: stripeId })
const payment = z.strictObject({
  amount: z.int().min(PAYMENTS.centsMin).max(PAYMENTS.centsMax),
  currency: z.literal(PAYMENTS.currency),
  customerId: stripeId,
  connectAccountId: stripeId,
  description: createTextField(checkDescription, cleanText, {
    rawMax: RAW_LIMITS.description,
    tooLong: 'TEXT_TOO_LONG',
  }).default(''),
})

const failed = z.object({ error: z.string() })

interface CallableFunction<Body> {
  body: z.ZodType<Body>
  failure: ErrorCode
  call: (functions: FunctionsService, caller: Caller, body: Body) => Promise<object>
  summary: string
  answer: z.ZodType
}

const declare = <Body>(declared: CallableFunction<Body>): CallableFunction<Body> => declared

const FUNCTIONS = {
  createStripeCustomer: declare({
    body: self,
    failure: 'CUSTOMER_NOT_FOUND',
    call: (functions, caller, body) => functions.createCustomer(caller, body),
    summary: 'Create your Stripe customer if it does not exist',
    answer: z.object({ customerId: z.string() }),
  }),
  createConnectAccount: declare({
    body: self,
    failure: 'CONNECT_ACCOUNT_FAILED',
    call: (functions, caller, body) => functions.createAccount(caller, body),
    summary: 'Start or continue seller onboarding',
    answer: z.object({ url: z.string() }),
  }),
  createPayment: declare({
    body: payment,
    failure: 'PAYMENT_CREATE_FAILED',
    call: (functions, caller, body) => functions.createPayment(caller, body),
    summary: 'Create a payment request in the latest open room with a partner; paid with a new card',
    answer: z.object({ clientSecret: z.string() }),
  }),
  getDefaultPaymentMethod: declare({
    body: ofCustomer,
    failure: 'CARD_LOOKUP_FAILED',
    call: (functions, caller, body) => functions.getDefaultPaymentMethod(caller, body),
    summary: 'Your default card, or null',
    answer: z.object({ paymentMethodId: z.string().nullable() }),
  }),
  createSetupIntent: declare({
    body: ofCustomer,
    failure: 'SETUP_INTENT_FAILED',
    call: (functions, caller, body) => functions.createSetupIntent(caller, body),
    summary: 'Start saving a card',
    answer: z.object({ clientSecret: z.string() }),
  }),
}

type FunctionName = keyof typeof FUNCTIONS

export const FUNCTION_BODIES: Record<string, z.ZodType> = Object.fromEntries(
  Object.entries(FUNCTIONS).map(([name, { body }]) => [name, body]),
)

/** Refusals that the caller sees instead of the function's general error. */
const SHOWN_REFUSALS: readonly ErrorCode[] = [
  'NO_SESSION',
  'FORBIDDEN',
  'PROFILE_REQUIRED',
  'SELLER_NOT_SET_UP',
  'PAYING_BLOCKED',
  'TOO_MANY_ATTEMPTS',
  'TOO_LARGE',
]

export interface FunctionsRoutes {
  functions: FunctionsService
  prefix: string
  identify: Identify
  /** @throws Refusal TOO_MANY_ATTEMPTS */
  count: Record<FunctionName, (userId: string) => Promise<void>>
  logger: Logger
}

/** Serves the functions of spec 7. Their errors differ from those of the contract's procedures. */
export async function serveFunctions(server: HttpServer, options: FunctionsRoutes): Promise<void> {
  const { functions, prefix, identify, count, logger } = options

  async function serveFunction<Body>(
    scope: HttpServer,
    name: FunctionName,
    declared: CallableFunction<Body>,
  ): Promise<void> {
    const { body, failure, call } = declared
    scope.post(`${prefix}/${name}`, {
      onRequest: async (_request, reply) => void reply.header('cache-control', 'no-store'),
      errorHandler: (error, _request, reply) => {
        setRetryAfter(reply, error)
        const refusal = error instanceof Refusal ? error : findRequestRefusal(error)
        const { status } = refusal ? ERRORS[refusal.code] : toErrorAnswer(error, logger, { function: name })
        const said = refusal && SHOWN_REFUSALS.includes(refusal.code) ? refusal.code : failure
        void reply.status(status).send({ error: ERRORS[said].en })
      },
      handler: async (request, reply) => {
        const caller = await identify(request, reply)
        if (!caller) throw new Refusal('NO_SESSION')
        const input = body.safeParse(request.body)
        if (!input.success) throw new Refusal('INVALID_INPUT')
        await count[name](caller.userId)
        return call(functions, caller, input.data)
      },
    })
  }

  await server.register(async (scope) => {
    await serveFunction(scope, 'createStripeCustomer', FUNCTIONS.createStripeCustomer)
    await serveFunction(scope, 'createConnectAccount', FUNCTIONS.createConnectAccount)
    await serveFunction(scope, 'createPayment', FUNCTIONS.createPayment)
    await serveFunction(scope, 'getDefaultPaymentMethod', FUNCTIONS.getDefaultPaymentMethod)
    await serveFunction(scope, 'createSetupIntent', FUNCTIONS.createSetupIntent)
  })
}

function findRequestRefusal(error: { statusCode?: number }): Refusal | null {
  if (error.statusCode === 413) return new Refusal('TOO_LARGE')
  return error.statusCode !== undefined && error.statusCode < 500 ? new Refusal('INVALID_INPUT') : null
}

/** Paths start at the server's root, not at `/api`. */
export function buildFunctionPaths(prefix: string): OpenAPI.PathsObject {
  const paths: OpenAPI.PathsObject = {}
  for (const [name, { body, failure, summary, answer }] of Object.entries(FUNCTIONS)) {
    paths[`${prefix}/${name}`] = {
      servers: [{ url: '/' }],
      post: {
        tags: ['Functions'],
        summary,
        operationId: `functions.${name}`,
        requestBody: { required: true, content: buildJsonContent(body) },
        responses: {
          200: { description: 'Done', content: buildJsonContent(answer) },
          ...Object.fromEntries(
            Object.entries({
              400: failure,
              401: 'NO_SESSION',
              403: 'FORBIDDEN',
              429: 'TOO_MANY_ATTEMPTS',
              503: failure,
            } as const).map(([status, code]) => [
              status,
              { description: ERRORS[code].en, content: buildJsonContent(failed) },
            ]),
          ),
        },
      },
    }
  }
  return paths
}

function buildJsonContent(body: z.ZodType): { 'application/json': { schema: object } } {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(body, { io: 'input' })
  return { 'application/json': { schema } }
}
