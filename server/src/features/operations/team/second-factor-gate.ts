import { Refusal } from '@kundig/contract/errors'
import { OPERATIONS_LIMITS } from '@kundig/contract/operations/operations-limits'

import type { Viewer } from '../../../viewer.ts'
import type { SecondFactors } from '../../auth/second-factor/second-factor.service.ts'

const WITHIN_MS = OPERATIONS_LIMITS.secondFactorHours * 3_600_000

/** How far somebody with a role is with the second factor. */
export type SecondFactorState = 'passed' | 'code_needed' | 'turn_on_needed'

export interface SecondFactorGateOptions {
  secondFactors: Pick<SecondFactors, 'require'>
  /** False to let operators in who have no second factor. Default: true. */
  operatorsNeedSecondFactor?: boolean
}

/** Asks operators for a code of the second factor, however they logged in. Operators who have a factor are always asked. */
export function createSecondFactorGate(options: SecondFactorGateOptions) {
  const { secondFactors, operatorsNeedSecondFactor = true } = options

  /** @throws Refusal SECOND_FACTOR_NEEDED, SECOND_FACTOR_OFF */
  async function requireFactor(viewer: Viewer): Promise<void> {
    try {
      await secondFactors.require(viewer, WITHIN_MS)
    } catch (error) {
      const isOff = error instanceof Refusal && error.code === 'SECOND_FACTOR_OFF'
      if (!isOff || operatorsNeedSecondFactor) throw error
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
