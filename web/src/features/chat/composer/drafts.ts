import { StoredDraftStore } from '../../../platform/state/draft-store.ts'

/** What was begun in each room, the same in all of a person's tabs. */
export const roomDrafts = new StoredDraftStore()

/**
 * Gives back a text that was taken for sending and could not be stored: as the draft, before what was begun since.
 * @returns the draft as it is now
 */
export function giveBackDraft(key: string, text: string): string {
  const since = roomDrafts.read(key)
  const draft = since === undefined || since === text ? text : `${text}\n${since}`
  roomDrafts.save(key, draft)
  return draft
}
