import { Refusal } from '@kundig/contract/errors'
import { OPERATIONS_LIMITS } from '@kundig/contract/operations/operations-limits'

import type { Viewer } from '../../../viewer.ts'
import type { SecondFactors } from '../../auth/second-factor/second-factor.service.ts'

const WITHIN_MS = OPERATIONS_LIMITS.secondFactorHours * 3_600_000

/** How far somebody with a role is with the second factor. */
export type SecondFactorState = 'passed' | 'code_needed' | 'turn_on_needed'

/**
 * Asks operators for a code of the second factor, however they came in. Who has a factor is always asked.
 * @param options.isRequired whether who has none is kept out
 */
export function createSecondFactorGate({
  secondFactor,
  isRequired,
}: {
  secondFactor: Pick<SecondFactors, 'require'>
  isRequired: boolean
}) {
  /** @throws Refusal SECOND_FACTOR_NEEDED, SECOND_FACTOR_OFF */
  async function requireFactor(viewer: Viewer): Promise<void> {
    try {
      await secondFactor.require(viewer, WITHIN_MS)
    } catch (error) {
      const isOff = error instanceof Refusal && error.code === 'SECOND_FACTOR_OFF'
      if (!isOff || isRequired) throw error
    }
  }

  return {
    require: requireFactor,

    state: async (viewer: Viewer): Promise<SecondFactorState> => {
      try {
        await requireFactor(viewer)
        return 'passed'
      } catch (error) {
        if (error instanceof Refusal && error.code === 'SECOND_FACTOR_NEEDED') return 'code_needed'
        if (error instanceof Refusal && error.code === 'SECOND_FACTOR_OFF') return 'turn_on_needed'
        throw error
      }
    },
  }
}

export type SecondFactorGate = ReturnType<typeof createSecondFactorGate>
