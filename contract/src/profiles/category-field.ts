import { z } from 'zod'

import type { ErrorCode } from '../errors.ts'
import { CATEGORY_LIMITS, isCategory } from './categories.ts'

/** Checks only the format. The server checks that the category exists and is selectable. */
export function createCategoryField(error: ErrorCode) {
  return z.string({ error }).max(CATEGORY_LIMITS.idMax, { error }).refine(isCategory, { error })
}
