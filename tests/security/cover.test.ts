import { describe, expect, it } from 'vitest'

import { chooseCoveringCells, OUTSIDE_CELLS, listPermissionPairs } from './cover.ts'

describe('the core of the attacks', () => {
  const chosen = chooseCoveringCells(OUTSIDE_CELLS)

  it('includes each pair of operation, role, caller and outcome in the permission table', () => {
    const shown = new Set(chosen.flatMap(listPermissionPairs))
    expect(OUTSIDE_CELLS.flatMap(listPermissionPairs).filter((pair) => !shown.has(pair))).toEqual([])
  })

  it('includes fewer than half of the permission table’s cells', () => {
    expect(chosen.length).toBeLessThan(OUTSIDE_CELLS.length / 2)
  })
})
