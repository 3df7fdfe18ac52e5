import { ERRORS } from '../errors.ts'
import { PAYING_ERRORS } from './paying-errors.ts'

/** Adds to the catalogue what only somebody meets who pays or adds a card: nobody else loads these texts. */
export function addPayingErrors(): void {
  Object.assign(ERRORS, PAYING_ERRORS)
}
