import { z } from 'zod'

import type { ErrorCode } from '../errors.ts'
import { CATEGORY_LIMITS, isCategory } from './categories.ts'

/**
 * Field for a category id, checked by its form. The server checks that the category exists and is selectable.
 * @param error code for an invalid form
 */
export function categoryField(error: ErrorCode) {
  return z.string({ error }).max(CATEGORY_LIMITS.idMax, { error }).refine(isCategory, { error })
}
