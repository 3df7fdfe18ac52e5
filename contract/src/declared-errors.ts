import { z } from 'zod'

import { ERRORS, type ErrorCode } from './errors.ts'
import { addOperationsErrors } from './operations/add-operations-errors.ts'
import { addAskingErrors } from './payments/add-asking-errors.ts'
import { addPayingErrors } from './payments/add-paying-errors.ts'
import { addRefundErrors } from './payments/add-refund-errors.ts'
import { addReviewErrors } from './reviews/add-review-errors.ts'

addOperationsErrors()
addAskingErrors()
addPayingErrors()
addRefundErrors()
addReviewErrors()

const data = z.object({ kind: z.string(), field: z.string().optional(), retry_after_s: z.number().optional() })

type Declared<Code extends ErrorCode> = {
  [C in Code]: { status: (typeof ERRORS)[C]['status']; message: (typeof ERRORS)[C]['en']; data: typeof data }
}

/** Declares, for a procedure, which of the catalogue's errors it can answer with. */
export function errors<const Code extends ErrorCode>(...codes: Code[]): Declared<Code> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets which keys it was given
  return Object.fromEntries(
    codes.map((code) => [code, { status: ERRORS[code].status, message: ERRORS[code].en, data }]),
  ) as Declared<Code>
}
