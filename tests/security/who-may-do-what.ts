import { createPermissionFixture } from '@kundig/testing/permissions/permission-fixture'
import { PERMISSIONS } from '@kundig/testing/permissions/permission-table'

import { chooseCoveringCells, OUTSIDE_CELLS } from './cover.ts'
import type { Attempt, Report } from './report.ts'
import type { TestEnvironment } from './test-environment.ts'

export async function attackPermissions(environment: TestEnvironment, report: Report): Promise<void> {
  const fixture = await createPermissionFixture(environment)
  const cells = report.isCore ? chooseCoveringCells(OUTSIDE_CELLS) : OUTSIDE_CELLS
  for (const guarantee of new Set(PERMISSIONS.map((row) => row.guarantee))) {
    const tryRows = async (attempt: Attempt): Promise<void> => {
      for (const cell of cells) {
        if (cell.guarantee !== guarantee) continue
        const { who, operation, outcome } = cell
        const person = who === 'anonymous' ? null : fixture.people[who]
        await attempt(`${who}: ${operation}`, () => cell.attempt(fixture, person), outcome)
      }
    }
    await (guarantee === null
      ? report.exploratory('Operations that no guarantee names, by everybody', tryRows)
      : report.guarantee(guarantee, tryRows))
  }
}
