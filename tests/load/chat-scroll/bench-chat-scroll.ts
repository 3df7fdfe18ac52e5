import type { Page } from '@playwright/test'

import { computeMedian } from '@kundig/testing/figures/median'

import { createFigures } from '../figures.ts'
import { openRoomPage } from './room-page.ts'
import { type Frames, scrollMessages, scrollPlainList } from './scrolling.ts'

/**
 * Compares scrolling in a room of 100,000 messages with a plain list of 200 bubbles in the same page and run, in
 * Chromium. Ends with 1 after a missed budget.
 *
 * SIZE=1000   messages instead of 100,000
 * PAGES=20    older pages that scrolling up loads, instead of 60
 */
const SIZE = Number(process.env['SIZE'] ?? 100_000)
const PAGES = Number(process.env['PAGES'] ?? 60)
const ROUNDS = 3

const RATIO_BUDGET = 1.5
/** Maximum ratio of scrolling while older pages arrive to scrolling the plain list, which loads no pages. */
const LOADING_RATIO_BUDGET = 2
const NODES_BUDGET = 1500

const SPEEDS = { reading: 40, leafing: 160 } as const

async function benchScrolling(page: Page): Promise<0 | 1> {
  const rounds: Record<'plain' | 'loading' | 'down' | 'up', Frames>[] = []
  // Rooms and plain list are measured in turn, because the load of a busy machine varies.
  for (let round = 1; round <= ROUNDS; round++) {
    const plain = await scrollPlainList(page, SPEEDS.leafing)
    const loading = await scrollMessages(page, { by: -SPEEDS.leafing, untilPages: PAGES / ROUNDS })
    const down = await scrollMessages(page, { by: SPEEDS.leafing })
    const up = await scrollMessages(page, { by: -SPEEDS.reading, frames: 600 })
    rounds.push({ plain, loading, down, up })
  }
  const referenceMs = computeMedian(rounds.map(({ plain }) => plain.p95Ms))

  const figures = createFigures()
  const tell = (name: string, of: 'loading' | 'down' | 'up', budget: number): void => {
    const all = rounds.map((round) => round[of])
    const p95Ms = computeMedian(all.map((frames) => frames.p95Ms))
    const nodes = Math.max(...all.map(({ nodesMost }) => nodesMost))
    const count = all.reduce((sum, frames) => sum + frames.count, 0)
    const worst = Math.max(...all.map(({ worstMs }) => worstMs))
    const times = `p50 ${computeMedian(all.map(({ p50Ms }) => p50Ms)).toFixed(1)}  p95 ${p95Ms.toFixed(1)}  worst ${worst.toFixed(0)} ms`
    figures.log(name, `${count} frames  ${times}`)
    figures.judge(`${name}: p95 of a frame, of the plain list`, p95Ms / referenceMs, { atMost: budget })
    figures.judge(`${name}: the most that the list is made of`, nodes, { atMost: NODES_BUDGET }, ' elements')
  }
  figures.heading(`Scrolling a room of ${SIZE} messages, against a plain list of 200, medians of ${ROUNDS} rounds`)
  figures.log('the plain list', `p95 ${referenceMs.toFixed(1)} ms, ${rounds[0]?.plain.nodesMost} elements`)
  tell(`up, while ${PAGES} pages arrive`, 'loading', LOADING_RATIO_BUDGET)
  tell('down through all of them', 'down', RATIO_BUDGET)
  tell('up again, slowly', 'up', RATIO_BUDGET)
  return figures.conclude()
}

await using opened = new AsyncDisposableStack()
const { page } = await openRoomPage(opened, SIZE)
process.exitCode = await benchScrolling(page)
