import { setPermissionScene } from '@kundig/testing/permissions/permission-scene'
import { PERMISSION_CELLS, PERMISSIONS } from '@kundig/testing/permissions/permission-table'

import type { Attempt, Report } from './report.ts'
import type { TestEnvironment } from './test-environment.ts'

/** Every operation by every caller: whoever is not named is refused. */
export async function attackWhoMayDoWhat(environment: TestEnvironment, report: Report): Promise<void> {
  const scene = await setPermissionScene(environment)
  for (const guarantee of new Set(PERMISSIONS.map((row) => row.guarantee))) {
    const tryRows = async (attempt: Attempt): Promise<void> => {
      for (const cell of PERMISSION_CELLS.filter(({ isWithoutStandIns }) => isWithoutStandIns !== true)) {
        if (cell.guarantee !== guarantee) continue
        const { who, operation, outcome } = cell
        const person = who === 'anonymous' ? null : scene.people[who]
        await attempt(`${who}: ${operation}`, () => cell.attempt(scene, person), outcome)
      }
    }
    await (guarantee === null
      ? report.exploratory('Operations that no guarantee names, by everybody', tryRows)
      : report.guarantee(guarantee, tryRows))
  }
}
