import { describe, expect, it } from 'vitest'

import { localised } from './form-messages.ts'

describe('the message of an error', () => {
  const declined = { type: 'card_error', code: 'card_declined', message: 'As it came.' } as const

  it('is in the reader’s language, after the most exact of its codes', () => {
    const insufficient = { ...declined, decline_code: 'insufficient_funds' }
    expect(localised(insufficient, 'nl')).toEqual({ ...insufficient, message: 'Er staat te weinig saldo op je kaart.' })
    expect(localised({ ...declined, decline_code: 'lost_card' }, 'nl').message).toBe('Je kaart is geweigerd.')
    expect(localised(insufficient, 'en').message).toBe('Your card has insufficient funds.')
  })

  it('stays as it came when nothing is known about it', () => {
    const unknown = { type: 'invalid_request_error', code: 'resource_missing', message: 'No such intent.' } as const
    expect(localised(unknown, 'nl')).toEqual(unknown)
  })
})
