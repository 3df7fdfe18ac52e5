import { Refusal } from '@kundig/contract/errors'
import { OPERATIONS_LIMITS } from '@kundig/contract/operations/operations-limits'

import type { Viewer } from '../../../viewer.ts'
import type { SecondFactors } from '../../auth/second-factor/second-factor.service.ts'

const WITHIN_MS = OPERATIONS_LIMITS.secondFactorHours * 3_600_000

export type SecondFactorState = 'passed' | 'code_needed' | 'turn_on_needed'

export interface SecondFactorGateOptions {
  secondFactors: Pick<SecondFactors, 'require'>
  /** False admits operators without a second factor. Default: true. */
  operatorsNeedSecondFactor?: boolean
}

/** Requires a second factor code from operators for every login method. A setting can exempt those without a factor. */
export class SecondFactorGate {
  readonly #deps: SecondFactorGateOptions
  readonly #operatorsNeedSecondFactor

  constructor(deps: SecondFactorGateOptions) {
    this.#deps = deps
    this.#operatorsNeedSecondFactor = deps.operatorsNeedSecondFactor ?? true
  }

  /** @throws Refusal SECOND_FACTOR_NEEDED, SECOND_FACTOR_OFF */
  async require(viewer: Viewer): Promise<void> {
    try {
      await this.#deps.secondFactors.require(viewer, WITHIN_MS)
    } catch (error) {
      const isOff = error instanceof Refusal && error.code === 'SECOND_FACTOR_OFF'
      if (!isOff || this.#operatorsNeedSecondFactor) throw error
    }
  }

  async state(viewer: Viewer): Promise<SecondFactorState> {
    try {
      await this.require(viewer)
      return 'passed'
    } catch (error) {
      if (error instanceof Refusal && error.code === 'SECOND_FACTOR_NEEDED') return 'code_needed'
      if (error instanceof Refusal && error.code === 'SECOND_FACTOR_OFF') return 'turn_on_needed'
      throw error
    }
  }
}
