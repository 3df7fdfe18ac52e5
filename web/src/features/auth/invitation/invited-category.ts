import { type Category, isCategory } from '@kundig/contract/profiles/categories'

import { readFromSession, saveToSession } from '../../../platform/session-storage.ts'

const KEY = 'kundig-invited-category'

export function saveInvitedCategory(category: string): void {
  saveToSession(KEY, category)
}

export function readInvitedCategory(): Category | null {
  const kept = readFromSession(KEY)
  return kept !== null && isCategory(kept) ? kept : null
}
