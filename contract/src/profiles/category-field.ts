import { z } from 'zod'

import type { ErrorCode } from '../errors.ts'
import { CATEGORY_LIMITS, isCategory } from './categories.ts'

/**
 * A category id by its form; whether there is such a category, and whether it can be chosen, the server knows.
 * @param error the code for what has another form
 */
export function categoryField(error: ErrorCode) {
  return z.string({ error }).max(CATEGORY_LIMITS.idMax, { error }).refine(isCategory, { error })
}
