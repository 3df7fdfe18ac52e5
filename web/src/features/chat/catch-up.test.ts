import { expect, test } from 'vitest'

import { closeGap } from './catch-up.ts'

/** A room with so many messages, a timeline that holds some of them, and what happens while an answer is on its way. */
function room({ stored, held }: { stored: number; held: number }, whileOnItsWay: (fetches: number) => void = () => {}) {
  const state = { stored, held, announced: 0, fetches: 0 }
  const gap = {
    held: () => state.held,
    announced: () => state.announced,
    fetchAfter: async (seq: number) => {
      state.fetches++
      const lastSeq = state.stored
      const count = Math.min(100, lastSeq - seq)
      await Promise.resolve()
      whileOnItsWay(state.fetches)
      state.held = Math.max(state.held, seq + count)
      return { count, lastSeq }
    },
  }
  return { state, gap }
}

test('every message that follows is fetched, page by page', async () => {
  const { state, gap } = room({ stored: 250, held: 20 })
  await closeGap(gap)
  expect(state).toMatchObject({ held: 250, fetches: 3 })
})

test('a message that is announced while an older answer is on its way is fetched as well', async () => {
  const { state, gap } = room({ stored: 30, held: 20 }, (fetches) => {
    if (fetches === 1) Object.assign(state, { stored: 31, announced: 31 })
  })
  await closeGap(gap)
  expect(state).toMatchObject({ held: 31, fetches: 2 })
})

test('also when that answer brought nothing', async () => {
  const { state, gap } = room({ stored: 20, held: 20 }, (fetches) => {
    if (fetches === 1) Object.assign(state, { stored: 21, announced: 21 })
  })
  await closeGap(gap)
  expect(state.held).toBe(21)
})

test('what was announced and never comes is not asked for without end', async () => {
  const { state, gap } = room({ stored: 20, held: 20 })
  state.announced = 99
  await closeGap(gap)
  expect(state.fetches).toBe(1)
})

test('an answer that cannot be added is not asked for again and again', async () => {
  const { state, gap } = room({ stored: 30, held: 20 })
  let fetches = 0
  await closeGap({
    ...gap,
    fetchAfter: async () => {
      fetches++
      return { count: 10, lastSeq: 30 }
    },
  })
  expect({ fetches, held: state.held }).toEqual({ fetches: 1, held: 20 })
})
