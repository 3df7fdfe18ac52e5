import { describe, expect, it } from 'vitest'

import type { UnreadMessage } from '../messages/unread.repository.ts'
import { toEventQuotes, toMailQuotes, toPushQuotes } from './quotes.ts'

const message = (text: string, differs: Partial<UnreadMessage> = {}): UnreadMessage => ({
  text,
  kind: 'text',
  amount: null,
  currency: null,
  ...differs,
})
const FILE = message('plan.pdf', { kind: 'file' })
const PAYMENT = message('', { kind: 'payment', amount: 3500, currency: 'eur' })

describe('quotes of messages', () => {
  it('quotes in a mail are listed from old to new', () => {
    const latest = [message('And?'), { ...PAYMENT, text: 'Two hours' }, PAYMENT, FILE, message('Hello')]
    expect(toMailQuotes(latest, 'nl')).toEqual([
      'Hello',
      'Bestand: plan.pdf',
      'Betaalverzoek € 35,00',
      'Betaalverzoek € 35,00: Two hours',
      'And?',
    ])
    expect(toMailQuotes([PAYMENT, FILE], 'en')).toEqual(['File: plan.pdf', 'Payment request €35.00'])
  })

  it('a push quotes the latest message, but no files', () => {
    expect(toPushQuotes([FILE, message('Hello')], 'nl')).toEqual(['Hello'])
    expect(toPushQuotes([FILE], 'nl')).toEqual(['Deelde een bestand'])
    expect(toPushQuotes([PAYMENT], 'nl')).toEqual(['Betaalverzoek €\u00A035,00'])
    expect(toPushQuotes([{ ...PAYMENT, text: 'Two hours' }], 'nl')).toEqual(['Two hours'])
  })
})

describe('the text of a quote', () => {
  it('is one line, so that it cannot imitate a part of the mail', () => {
    expect(toEventQuotes('Hi\n\n--\nKundig: log in\u2028here')).toEqual(['Hi -- Kundig: log in here'])
  })

  it('the quote contains no invisible or direction-changing characters', () => {
    expect(toEventQuotes('\u202Eab\u2066c\u200Bd\u00AD\uFEFF')).toEqual(['abcd'])
    expect(toMailQuotes([message('a\u2067b')], 'en')).toEqual(['ab'])
  })

  it('a long quote is cut after a word and ends with an ellipsis', () => {
    const [quote = ''] = toEventQuotes('words '.repeat(200))
    expect(quote).toMatch(/^(?:words )+words…$/u)
    expect(quote.length).toBeLessThanOrEqual(500)
    expect(toMailQuotes([message('👩‍👩‍👧'.repeat(300))], 'en')[0]).toBe(`${'👩‍👩‍👧'.repeat(279)}…`)
  })

  it('is omitted if the author wrote nothing', () => {
    expect(toEventQuotes(null)).toEqual([])
    expect(toEventQuotes(' \u200B ')).toEqual([])
  })
})
