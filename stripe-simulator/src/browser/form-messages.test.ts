import { describe, expect, it } from 'vitest'

import { localiseError } from './form-messages.ts'

describe('an error message', () => {
  const declined = { type: 'card_error', code: 'card_declined', message: 'As it came.' } as const

  it('is in the person’s language, chosen by the most specific code', () => {
    const insufficient = { ...declined, decline_code: 'insufficient_funds' }
    expect(localiseError(insufficient, 'nl')).toEqual({
      ...insufficient,
      message: 'Er staat te weinig saldo op je kaart.',
    })
    expect(localiseError({ ...declined, decline_code: 'lost_card' }, 'nl').message).toBe('Je kaart is geweigerd.')
    expect(localiseError(insufficient, 'en').message).toBe('Your card has insufficient funds.')
  })

  it('is unchanged for an unknown error', () => {
    const unknown = { type: 'invalid_request_error', code: 'resource_missing', message: 'No such intent.' } as const
    expect(localiseError(unknown, 'nl')).toEqual(unknown)
  })
})
