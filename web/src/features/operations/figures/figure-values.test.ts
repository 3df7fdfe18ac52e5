import { expect, it } from 'vitest'

import { csvValue } from './figure-values.ts'

it('writes values for programs: whole counts, euros with cents, shares and seconds', () => {
  expect([csvValue('volume', 123_456), csvValue('volume', null)]).toEqual(['1234.56', ''])
  expect([csvValue('visits', 1200), csvValue('accept_rate', 1 / 3), csvValue('answer_time', 95.4)]).toEqual([
    '1200',
    '0.3333',
    '95',
  ])
})
