import { ERRORS } from '../errors.ts'
import { REFUND_ERRORS } from './refund-errors.ts'

/** Adds to the catalogue what only somebody who refunds or asks for a refund meets: nobody else loads these texts. */
export function addRefundErrors(): void {
  Object.assign(ERRORS, REFUND_ERRORS)
}
