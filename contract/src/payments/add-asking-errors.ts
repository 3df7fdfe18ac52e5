import { ERRORS } from '../errors.ts'
import { ASKING_ERRORS } from './asking-errors.ts'

/** Adds to the catalogue what only somebody meets who asks for money: nobody else loads these texts. */
export function addAskingErrors(): void {
  Object.assign(ERRORS, ASKING_ERRORS)
}
