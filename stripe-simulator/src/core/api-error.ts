/** What Stripe's errors carry beside their message (https://docs.stripe.com/api/errors). */
export interface ErrorDetails {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  charge?: string
  /** The objects that the error is about, as the API shows them. */
  payment_intent?: object
  payment_method?: object
  setup_intent?: object
}

/** A refusal that the caller is told, in Stripe's shape. */
export class ApiError extends Error {
  readonly status: number
  readonly details: ErrorDetails
  /** Whether what was done until now stays done: a declined card leaves its mark on the intent. */
  readonly isKept: boolean

  constructor(status: number, details: ErrorDetails, isKept = false) {
    super(details.message)
    this.name = 'ApiError'
    this.status = status
    this.details = details
    this.isKept = isKept
  }
}

/** 400 `invalid_request_error`. */
export function invalidRequest(message: string, { code, param }: { code?: string; param?: string } = {}): ApiError {
  return new ApiError(400, {
    type: 'invalid_request_error',
    message,
    ...(code === undefined ? {} : { code }),
    ...(param === undefined ? {} : { param }),
  })
}

/** What of a connected account is stored under a name of its own. */
const SHOWN_KINDS = new Map([
  ['destination_payment', 'charge'],
  ['destination_refund', 'refund'],
])

/** 403 `account_invalid`, for an account that is not connected, or is not any more. */
export function noAccess(account: string): ApiError {
  return new ApiError(403, {
    type: 'invalid_request_error',
    code: 'account_invalid',
    message: `The provided key does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`,
  })
}

/** `resource_missing`: 404 when the address names it, 400 when a parameter does. */
export function noSuch(kind: string, id: string, param?: string): ApiError {
  return new ApiError(param === undefined ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${param === 'transfer_data[destination]' ? 'destination' : (SHOWN_KINDS.get(kind) ?? kind)}: '${id}'`,
    param: param ?? 'id',
  })
}

/** 401, without a code, as Stripe answers a missing or wrong key. */
export function unauthorized(message: string): ApiError {
  return new ApiError(401, { type: 'invalid_request_error', message })
}
