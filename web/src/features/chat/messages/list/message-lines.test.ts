import { describe, expect, it } from 'vitest'

import type { FileMessage } from '../../cache/message.ts'
import { toLines } from './message-lines.ts'
import type { Row } from './message-rows.ts'

const START_MS = Date.parse('2026-11-20T10:00:00.000Z')

const picture = (seq: number, { seconds = 0, isContinued = true, type = 'image/jpeg' } = {}): Row => ({
  kind: 'message',
  key: `client ${seq}`,
  isContinued,
  message: {
    kind: 'file',
    seq,
    created_at: new Date(START_MS + seconds * 1000).toISOString(),
    file: { type },
  } as FileMessage,
})
const day: Row = { kind: 'day', key: 'day', label: 'Today' }
const listKeys = (rows: readonly Row[]) =>
  toLines(rows).map((line) => line.map(({ key }) => key.replace('client ', '')))

describe('the lines of a chat', () => {
  it('show pictures of one group in two columns', () => {
    const rows = [day, picture(1, { isContinued: false }), picture(2), picture(3)]
    expect(listKeys(rows)).toEqual([['day'], ['1', '2'], ['3']])
  })

  it('begin a new group after ten pictures', () => {
    const rows = Array.from({ length: 12 }, (_, index) => picture(index + 1))
    expect(listKeys(rows).map((line) => line.length)).toEqual([2, 2, 2, 2, 2, 2])
    expect(listKeys([...rows, picture(13)]).at(-1)).toEqual(['13'])
  })

  it.each([
    ['a document', picture(2, { type: 'application/pdf' })],
    ['a picture of another run', picture(2, { isContinued: false })],
    ['a picture after a message that is not shown', picture(3)],
    ['a picture more than a minute later', picture(2, { seconds: 61 })],
    ['a separator', day],
  ])('a picture does not share a group with %s', (_what, row) => {
    expect(listKeys([picture(1), row])).toHaveLength(2)
  })

  it('group pictures that are at most a minute apart from their neighbours', () => {
    expect(
      listKeys([picture(1), picture(2, { seconds: 59 }), picture(3, { seconds: 118 }), picture(4, { seconds: 119 })]),
    ).toEqual([
      ['1', '2'],
      ['3', '4'],
    ])
  })
})
