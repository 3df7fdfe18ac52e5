import { describe, expect, it } from 'vitest'

import { APPOINTMENT_ERRORS } from './appointments/appointment-errors.ts'
import { type ErrorCode, ERRORS, getErrorText, isErrorCode, Refusal } from './errors.ts'
import { guessErrorKind } from './errors/error-kinds.ts'
import { OPERATIONS_ERRORS } from './operations/operations-errors.ts'
import { REVIEW_ERRORS } from './reviews/review-errors.ts'

describe('the catalogue of errors', () => {
  const entries = Object.entries({ ...ERRORS, ...OPERATIONS_ERRORS, ...REVIEW_ERRORS, ...APPOINTMENT_ERRORS })

  // spec 8.5
  it('has a text in both languages, a kind and a status for every code', () => {
    for (const [code, { status, kind, en, nl }] of entries) {
      expect(code).toMatch(/^[A-Z_]+$/u)
      expect(en.trim()).toBe(en)
      expect(en).not.toBe('')
      expect(nl.trim()).toBe(nl)
      expect(nl).not.toBe('')
      expect(kind).toMatch(/^[A-Z_]+$/u)
      expect([400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 502, 503]).toContain(status)
    }
  })

  // spec 8.5
  it('has different texts in the two languages', () => {
    for (const [, { en, nl }] of entries) expect(nl).not.toBe(en)
  })

  it.each([
    ['NO_SESSION', 401, 'No authenticated user'],
    ['PASSWORD_WEAK', 400, 'Password is too weak'],
    ['PROFILE_NOT_FOUND', 404, 'Profile not found'],
    ['PROFILE_NOT_PUBLIC', 403, 'Profile is not public'],
    ['REQUEST_NOT_FOUND', 404, 'Request not found'],
    ['REQUEST_DECIDED', 409, 'This question has already been answered'],
    ['ROOM_NOT_FOUND', 404, 'Chat room not found'],
    ['ROOM_CLOSED', 409, 'Cannot send messages in a closed chat'],
    ['MESSAGE_INVALID', 400, 'Message contains invalid characters'],
    ['MESSAGE_EMPTY', 400, 'Message cannot be empty'],
    ['TOO_MANY_ATTEMPTS', 429, 'Too many attempts. Please try again later.'],
    ['UNEXPECTED', 500, 'An unexpected error occurred'],
  ] as const)('the error %s (%i) has the required text', (code, status, text) => {
    expect(ERRORS[code]).toMatchObject({ status, en: text })
    expect(getErrorText(code, 'en')).toBe(text)
    expect(getErrorText(code, 'nl')).toBe(ERRORS[code].nl)
  })

  // spec 8.15, 8.16, 8.17, 8.19, 8.20, 8.21, 8.22, 8.23, 8.24, 8.25, 8.26, 8.27, 8.28, 8.29, 8.30, 8.31, 8.32, 8.33
  // spec 8.34, 8.35, 8.37, 8.38, 8.39, 8.40, 8.42, 8.43, 8.44, 8.45, 8.46, 8.48, 8.49, 8.50, 8.51, 8.52, 8.53, 8.54
  // spec 8.55, 8.56, 8.57, 8.61, 8.64, 8.66
  it.each([
    ['AUTHENTICATION_FAILED', 'Authentication failed'],
    ['PROFILE_NOT_FOUND', 'Profile not found'],
    ['PROFILE_NOT_PUBLIC', 'Profile is not public'],
    ['NO_SESSION', 'No authenticated user'],
    ['PROFILES_FETCH_FAILED', 'Failed to fetch profiles.'],
    ['PROFILE_FETCH_FAILED', 'Failed to fetch profile.'],
    ['PROFILE_UPDATE_FAILED', 'Failed to update profile.'],
    ['UNEXPECTED', 'An unexpected error occurred'],
    ['PROFILE_SAVE_FAILED', 'Failed to save profile'],
    ['IMAGE_UNREADABLE', 'Failed to process image'],
    ['NETWORK', 'Network error. Please try again.'],
    ['TOO_MANY_ATTEMPTS', 'Too many attempts. Please try again later.'],
    ['RESET_CODE_INVALID', 'Invalid or expired reset link. Please request a new one.'],
    ['RESET_FAILED', 'Failed to reset password. Please try again.'],
    ['SELLER_NO_SESSION', 'User must be logged in to become a seller'],
    ['ONBOARDING_FAILED', 'Seller onboarding failed'],
    ['SELLER_STATUS_FAILED', 'Failed to check seller status'],
    ['ONBOARDING_UNFINISHED', 'Onboarding failed'],
    ['ONBOARDING_CHECK_FAILED', 'Error checking onboarding status.'],
    ['WAITING_LIST_FAILED', 'Failed to join the waiting list'],
    ['REQUEST_SEND_FAILED', 'Failed to send request'],
    ['MESSAGE_EMPTY', 'Message cannot be empty'],
    ['REQUEST_PROCESS_FAILED', 'Failed to process request'],
    ['REQUEST_NOT_FOUND', 'Request not found'],
    ['SEND_FAILED', 'Failed to send message'],
    ['FILE_SEND_FAILED', 'Failed to send file'],
    ['CLOSE_FAILED', 'Failed to close chat'],
    ['ROOM_NOT_FOUND', 'Chat room not found'],
    ['ROOM_CLOSED', 'Cannot send messages in a closed chat'],
    ['UPLOAD_RATE_EXCEEDED', 'Upload rate limit exceeded'],
    ['PAYMENT_FAILED', 'Payment failed'],
    ['PAYMENT_SETUP_FAILED', 'Payment setup failed'],
    ['CARD_SETUP_FAILED', 'Setup failed'],
    ['PAYMENT_CONFIRMATION_FAILED', 'Payment confirmation failed'],
    ['CUSTOMER_NOT_FOUND', 'Customer account not found'],
    ['PAYMENT_STATUS_FAILED', 'Failed to update payment status'],
    ['PAYMENT_NO_SESSION', 'User must be logged in to make payments'],
    ['PROVIDER_FAILED', 'Payment provider failed to initialize'],
    ['SELLER_NOT_SET_UP', 'Seller is not set up to receive payments'],
    ['BUYER_NOT_SET_UP', 'Buyer is not set up to make payments'],
    ['PAYMENT_REQUEST_NOT_FOUND', 'Payment request not found'],
    ['PAYMENT_MESSAGE_NOT_FOUND', 'Chat message not found'],
    ['PAYMENT_DECIDED', 'Payment is no longer pending'],
    ['CONNECT_ACCOUNT_FAILED', 'Failed to create connect account'],
    ['PAYMENT_CREATE_FAILED', 'Failed to create payment'],
    ['CARD_LOOKUP_FAILED', 'Failed to get payment method'],
    ['SETUP_INTENT_FAILED', 'Failed to create setup intent'],
  ] as const)('the error %s has the text from part 8 of the specification', (code, text) => {
    expect(ERRORS[code].en).toBe(text)
  })

  // spec 8.13
  it('has every kind of the specification', () => {
    expect(new Set<string>(entries.map(([, { kind }]) => kind))).toEqual(
      new Set([
        'UNKNOWN_ERROR',
        'VALIDATION_ERROR',
        'NETWORK_ERROR',
        'AUTH_ERROR',
        'NOT_FOUND',
        'PERMISSION_DENIED',
        'PAYMENT_ERROR',
        'STORAGE_ERROR',
        'CHAT_ERROR',
        'REQUEST_ERROR',
        'PROFILE_ERROR',
        'WAITING_LIST_ERROR',
      ]),
    )
  })

  it.each(['toString', '__proto__', 'constructor', '', 'nothing', null, 404])('rejects %j', (value) => {
    expect(isErrorCode(value)).toBe(false)
  })

  // spec 8.6
  it('creates refusals with their code, field and text', () => {
    const refusal = new Refusal('MESSAGE_EMPTY' satisfies ErrorCode, 'message')
    expect(refusal).toMatchObject({
      name: 'Refusal',
      code: 'MESSAGE_EMPTY',
      field: 'message',
      message: 'Message cannot be empty',
    })
    expect(refusal).toBeInstanceOf(Error)
  })
})

// spec 8.8, 8.9, 8.10, 8.11, 8.12, 8.14
describe('the kind of an error without a code', () => {
  it.each([
    ['Authentication failed', 'AUTH_ERROR'],
    ['Unauthorized', 'AUTH_ERROR'],
    ['permission denied', 'AUTH_ERROR'],
    ['Network down', 'NETWORK_ERROR'],
    ['Failed to fetch', 'NETWORK_ERROR'],
    ['Connection refused', 'NETWORK_ERROR'],
    ['Validation failed', 'VALIDATION_ERROR'],
    ['invalid date', 'VALIDATION_ERROR'],
    ['Field is required', 'VALIDATION_ERROR'],
    ['Document not found', 'NOT_FOUND'],
    ['HTTP 404', 'NOT_FOUND'],
    ['Something else', 'UNKNOWN_ERROR'],
    ['', 'UNKNOWN_ERROR'],
    // If a text matches two kinds, the first kind in the list is used.
    ['Auth network invalid not found', 'AUTH_ERROR'],
    ['Network: invalid response', 'NETWORK_ERROR'],
    ['Required page not found', 'VALIDATION_ERROR'],
  ])('%j: %s', (text, kind) => {
    expect(guessErrorKind(text)).toBe(kind)
  })
})
