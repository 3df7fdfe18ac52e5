export interface ErrorDetails {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  charge?: string
  payment_intent?: object
  payment_method?: object
  setup_intent?: object
}

export class ApiError extends Error {
  readonly status: number
  readonly details: ErrorDetails
  /** True if the transaction is committed despite the error, because a declined card changes the intent. */
  readonly isKept: boolean

  constructor(status: number, details: ErrorDetails, isKept = false) {
    super(details.message)
    this.name = 'ApiError'
    this.status = status
    this.details = details
    this.isKept = isKept
  }
}

export function createInvalidRequestError(
  message: string,
  { code, param }: { code?: string; param?: string } = {},
): ApiError {
  return new ApiError(400, {
    type: 'invalid_request_error',
    message,
    ...(code === undefined ? {} : { code }),
    ...(param === undefined ? {} : { param }),
  })
}

/** Stripe's names for kinds of objects that the simulator stores under other names. */
const SHOWN_KINDS = new Map([
  ['destination_payment', 'charge'],
  ['destination_refund', 'refund'],
])

/** 403 `account_invalid`, for an account that is not connected. */
export function createNoAccessError(account: string): ApiError {
  return new ApiError(403, {
    type: 'invalid_request_error',
    code: 'account_invalid',
    message: `The provided key does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`,
  })
}

/** `resource_missing`: 404 for the id in the address, 400 for a parameter. */
export function createNoSuchError(kind: string, id: string, param?: string): ApiError {
  return new ApiError(param === undefined ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${param === 'transfer_data[destination]' ? 'destination' : (SHOWN_KINDS.get(kind) ?? kind)}: '${id}'`,
    param: param ?? 'id',
  })
}

/** 401 without a code, like Stripe's response to a missing or wrong key. */
export function createUnauthorizedError(message: string): ApiError {
  return new ApiError(401, { type: 'invalid_request_error', message })
}
