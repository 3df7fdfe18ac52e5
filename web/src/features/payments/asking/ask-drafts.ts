import { isObject, TabDraftStore } from '../../../platform/state/draft-store.ts'

export interface AskDraft {
  amount: string
  description: string
}

const EMPTY: AskDraft = { amount: '', description: '' }

interface Stored {
  draft: AskDraft
  sentAs: { clientId: string; draft: AskDraft } | null
}

const drafts = new TabDraftStore(isStoredDraft)

function isStoredDraft(value: unknown): value is Stored {
  if (!isObject(value) || !isDraft(value['draft'])) return false
  const { sentAs } = value
  return sentAs === null || (isObject(sentAs) && typeof sentAs['clientId'] === 'string' && isDraft(sentAs['draft']))
}

function isDraft(value: unknown): value is AskDraft {
  return isObject(value) && typeof value['amount'] === 'string' && typeof value['description'] === 'string'
}

/** Reads a draft. @returns empty fields without a stored draft */
export function readAskDraft(key: string): AskDraft {
  return drafts.read(key)?.draft ?? EMPTY
}

/** Stores the draft. Keeps the id of an earlier sent version, in case the person restores that version. */
export function saveAskDraft(key: string, draft: AskDraft): void {
  drafts.save(key, { draft, sentAs: drafts.read(key)?.sentAs ?? null })
}

/** Deletes a sent draft and its id, so that the same text makes a new request. */
export function forgetAskDraft(key: string): void {
  drafts.forget(key)
}

/** Returns the draft's client id. A resend of the same text keeps the id, so that nothing is requested twice. */
export function getOrCreateClientId(key: string, draft: AskDraft, newId: () => string): string {
  const sentAs = drafts.read(key)?.sentAs
  if (sentAs && sentAs.draft.amount === draft.amount && sentAs.draft.description === draft.description)
    return sentAs.clientId
  const clientId = newId()
  drafts.save(key, { draft, sentAs: { clientId, draft } })
  return clientId
}
