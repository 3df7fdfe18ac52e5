import { StoredDraftStore } from '../../../platform/state/draft-store.ts'

export const roomDrafts = new StoredDraftStore()

/** Restores a text that could not be stored, by inserting it before the current draft. @returns the resulting draft */
export function restoreDraft(key: string, text: string): string {
  const since = roomDrafts.read(key)
  const draft = since === undefined || since === text ? text : `${text}\n${since}`
  roomDrafts.save(key, draft)
  return draft
}
