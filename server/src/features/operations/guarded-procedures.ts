import { Refusal } from '@kundig/contract/errors'

import { implementation } from '../../implementation.ts'
import type { OperatorService } from './team/operator.service.ts'
import type { SecondFactorGate } from './team/second-factor-gate.ts'

export function guardProcedures({ operators, gate }: { operators: OperatorService; gate: SecondFactorGate }) {
  // Checks the role before the input, so that accounts without a role always receive NOT_FOUND.
  const known = implementation.operations.use(async ({ context: { viewer }, next }) => {
    const role = viewer && (await operators.findRole(viewer.userId))
    if (viewer === null || role === null) throw new Refusal('NOT_FOUND')
    return next({ context: { operator: { userId: viewer.userId, role, viewer } } })
  })
  const operations = known.use(async ({ context: { operator }, next }) => {
    await gate.require(operator.viewer)
    return next()
  })
  return {
    known,
    operations,
  }
}

export type GuardedProcedures = ReturnType<typeof guardProcedures>['operations']
