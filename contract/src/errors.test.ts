import { describe, expect, it } from 'vitest'

import { guessErrorKind } from './error-kinds.ts'
import { type ErrorCode, ERRORS, errorText, isErrorCode, Refusal } from './errors.ts'

describe('the catalogue of errors', () => {
  const entries = Object.entries(ERRORS)

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

  it('says different things in the two languages', () => {
    for (const [, { en, nl }] of entries) expect(nl).not.toBe(en)
  })

  it.each([
    ['NO_SESSION', 401, 'No authenticated user'],
    ['PASSWORD_WEAK', 400, 'Password is too weak'],
    ['PROFILE_NOT_FOUND', 404, 'Profile not found'],
    ['PROFILE_NOT_PUBLIC', 403, 'Profile is not public'],
    ['REQUEST_NOT_FOUND', 404, 'Request not found'],
    ['REQUEST_DECIDED', 409, 'This request has already been answered'],
    ['ROOM_NOT_FOUND', 404, 'Chat room not found'],
    ['ROOM_CLOSED', 409, 'Cannot send messages in a closed chat'],
    ['MESSAGE_INVALID', 400, 'Message contains invalid characters'],
    ['MESSAGE_EMPTY', 400, 'Message cannot be empty'],
    ['TOO_MANY_ATTEMPTS', 429, 'Too many attempts. Please try again later.'],
    ['UNEXPECTED', 500, 'An unexpected error occurred'],
  ] as const)('words %s (%i) as promised', (code, status, text) => {
    expect(ERRORS[code]).toMatchObject({ status, en: text })
    expect(errorText(code, 'en')).toBe(text)
    expect(errorText(code, 'nl')).toBe(ERRORS[code].nl)
  })

  it.each(['toString', '__proto__', 'constructor', '', 'nothing', null, 404])('does not know %j', (value) => {
    expect(isErrorCode(value)).toBe(false)
  })

  it('makes refusals that carry their code, field and text', () => {
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
    // The earlier kind wins.
    ['Auth network invalid not found', 'AUTH_ERROR'],
    ['Network: invalid response', 'NETWORK_ERROR'],
    ['Required page not found', 'VALIDATION_ERROR'],
  ])('%j: %s', (text, kind) => {
    expect(guessErrorKind(text)).toBe(kind)
  })
})
