import { expect, it } from 'vitest'

import { parseByteRange } from './byte-range.ts'

it.each([
  [undefined, null],
  ['bytes=0-', { first: 0, last: 99 }],
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=10-19', { first: 10, last: 19 }],
  ['Bytes = 90-1000', { first: 90, last: 99 }],
  ['bytes=-10', { first: 90, last: 99 }],
  ['bytes=-1000', { first: 0, last: 99 }],
  // Unsupported headers and requests for several parts receive the whole file.
  ['bytes=0-9,20-29', null],
  ['bytes=-', null],
  ['bytes=9-0', null],
  ['bytes=a-b', null],
  ['lines=0-9', null],
])('the range %s of a file of a hundred bytes is parsed as %j', (header, range) => {
  expect(parseByteRange(header, 100)).toEqual(range)
})

it.each(['bytes=100-', 'bytes=100-200', 'bytes=-0', 'bytes=99999999999999-'])(
  'rejects %s of a hundred bytes',
  (header) => {
    expect(() => parseByteRange(header, 100)).toThrow(RangeError)
  },
)
