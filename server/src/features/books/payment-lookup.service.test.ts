import { expect, test } from 'vitest'

import { compareTimelineEvents, type PaymentTimelineEvent } from './payment-lookup.service.ts'

const happening = (kind: PaymentTimelineEvent['kind'], at: string) => ({
  kind,
  at: new Date(`2026-11-27T12:00:${at}Z`),
})

test('timeline events within the same second are listed in their logical order', () => {
  const asked = happening('asked', '01.400')
  const refused = happening('attempt', '01.000')
  const paid = happening('decided', '01.900')
  const disputed = happening('dispute', '01.000')
  const sent = happening('event', '01.950')
  const late = happening('attempt', '02.000')
  const all = [asked, refused, paid, disputed, sent, late]
  expect(all.toReversed().toSorted(compareTimelineEvents)).toEqual(all)
})

test('events of one kind are sorted by time, and equal ones by arrival', () => {
  const early = { ...happening('event', '01.100'), word: 'charge.succeeded' }
  const first = { ...happening('event', '01.200'), word: 'payment_intent.succeeded' }
  const second = { ...happening('event', '01.200'), word: 'charge.refunded' }
  expect([first, second, early].toSorted(compareTimelineEvents)).toEqual([early, first, second])
})
