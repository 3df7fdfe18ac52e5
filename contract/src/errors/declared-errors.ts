import { z } from 'zod'

import { APPOINTMENT_ERRORS } from '../appointments/appointment-errors.ts'
import { registerErrorTexts, ERRORS, type ErrorCode } from '../errors.ts'
import { OPERATIONS_ERRORS } from '../operations/operations-errors.ts'
import { REVIEW_ERRORS } from '../reviews/review-errors.ts'

registerErrorTexts(OPERATIONS_ERRORS)
registerErrorTexts(REVIEW_ERRORS)
registerErrorTexts(APPOINTMENT_ERRORS)

const data = z.object({ kind: z.string(), field: z.string().optional(), retry_after_s: z.number().optional() })

type Declared<Code extends ErrorCode> = {
  [C in Code]: { status: (typeof ERRORS)[C]['status']; message: (typeof ERRORS)[C]['en']; data: typeof data }
}

export function declareErrors<const Code extends ErrorCode>(...codes: Code[]): Declared<Code> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets which keys it was given
  return Object.fromEntries(
    codes.map((code) => [code, { status: ERRORS[code].status, message: ERRORS[code].en, data }]),
  ) as Declared<Code>
}
