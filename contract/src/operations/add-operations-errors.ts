import { ERRORS } from '../errors.ts'
import { OPERATIONS_ERRORS } from './operations-errors.ts'

/** Adds to the catalogue what only operators meet: nobody else loads these texts. */
export function addOperationsErrors(): void {
  Object.assign(ERRORS, OPERATIONS_ERRORS)
}
