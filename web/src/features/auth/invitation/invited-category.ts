import { type Category, isCategory } from '@kundig/contract/profiles/categories'

import { readFromSession, saveToSession } from '../../../platform/session-storage.ts'

const KEY = 'kundig-invited-category'

/** Stores for which category this tab's visitor was invited: their profile begins with it. */
export function saveInvitedCategory(category: string): void {
  saveToSession(KEY, category)
}

/** The category that this tab's visitor was invited for; null for everybody else. */
export function readInvitedCategory(): Category | null {
  const kept = readFromSession(KEY)
  return kept !== null && isCategory(kept) ? kept : null
}
