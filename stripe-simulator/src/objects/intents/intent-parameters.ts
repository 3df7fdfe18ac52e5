import { z } from 'zod'

import type { Access } from '../../core/access.ts'
import { isSame } from '../../core/access.ts'
import { ApiError, createInvalidRequestError } from '../../core/api-error.ts'
import { boolean, createListSchema, text } from '../../core/parameters.ts'
import { methodDetails } from '../customers/new-card-method.ts'

export const methodTypes = {
  allowed_payment_method_types: createListSchema(z.literal('card')).optional(),
  automatic_payment_methods: z
    .strictObject({ enabled: boolean, allow_redirects: z.enum(['always', 'never']).optional() })
    .optional(),
  // The schema accepts this parameter, so that `checkMethodTypes` can refuse it with its own error code.
  payment_method_types: z.unknown().optional(),
}

export const confirmation = {
  payment_method: text.optional(),
  payment_method_data: methodDetails.optional(),
  // The address may open an application, but must not be code that a browser runs.
  return_url: z
    .url()
    .refine((address) => !/^(?:javascript|data|vbscript|blob|file):/.test(new URL(address).protocol))
    .optional(),
  use_stripe_sdk: boolean.optional(),
}

/** Parameters that Stripe.js adds. They have no effect here. */
export const fromBrowser = {
  client_secret: text.optional(),
  expected_payment_method_type: text.optional(),
}

/** @throws ApiError 400 for `payment_method_types`, or for two parameters that name method types */
export function checkMethodTypes(params: {
  allowed_payment_method_types?: string[] | undefined
  automatic_payment_methods?: object | undefined
  payment_method_types?: unknown
}): void {
  if (params.payment_method_types !== undefined) {
    throw createInvalidRequestError(
      'The `payment_method_types` parameter is no longer supported. Use `allowed_payment_method_types` instead.',
      { code: 'payment_method_types_no_longer_supported', param: 'payment_method_types' },
    )
  }
  if (params.allowed_payment_method_types !== undefined && params.automatic_payment_methods !== undefined) {
    throw createInvalidRequestError(
      'You may only specify one of these parameters: allowed_payment_method_types, automatic_payment_methods.',
      { param: 'automatic_payment_methods' },
    )
  }
}

/** Limits browsers to the intent of their client secret. @throws ApiError 400 for a missing or wrong secret */
export function checkClientSecret(
  access: Access,
  given: string | undefined,
  intent: { object: string; client_secret: string | null },
): void {
  if (given === undefined && access === 'secret') return
  if (given !== undefined && intent.client_secret !== null && isSame(given, intent.client_secret)) return
  if (given === undefined) {
    throw createInvalidRequestError('Missing required param: client_secret.', {
      code: 'parameter_missing',
      param: 'client_secret',
    })
  }
  throw createInvalidRequestError(
    `The client_secret provided does not match the client_secret associated with the ${intent.object}.`,
    { code: `${intent.object}_invalid_parameter`, param: 'client_secret' },
  )
}

/** 400 for an operation that the intent's state forbids. The error includes the intent. */
export function createUnexpectedStateError(
  message: string,
  intent: { object: 'payment_intent' | 'setup_intent' },
  code?: string,
): ApiError {
  return new ApiError(400, {
    type: 'invalid_request_error',
    code: code ?? `${intent.object}_unexpected_state`,
    message,
    [intent.object]: intent,
  })
}
