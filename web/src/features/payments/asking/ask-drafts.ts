import { TabDraftStore } from '../../../platform/state/draft-store.ts'

/** What is about to be asked for, as it is typed. */
export interface AskDraft {
  amount: string
  description: string
}

const EMPTY: AskDraft = { amount: '', description: '' }

/** A draft, and by what id it was sent when sending it failed. */
interface Stored {
  draft: AskDraft
  sentAs: { clientId: string; draft: AskDraft } | null
}

/** Payment requests that were begun and not sent, for each person and room. */
const drafts = new TabDraftStore(isStored)

function isStored(value: unknown): value is Stored {
  if (!isObject(value) || !isDraft(value['draft'])) return false
  const { sentAs } = value
  return sentAs === null || (isObject(sentAs) && typeof sentAs['clientId'] === 'string' && isDraft(sentAs['draft']))
}

function isDraft(value: unknown): value is AskDraft {
  return isObject(value) && typeof value['amount'] === 'string' && typeof value['description'] === 'string'
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** What a person had begun to ask for. @returns empty fields when there is no draft */
export function readAskDraft(key: string): AskDraft {
  return drafts.read(key)?.draft ?? EMPTY
}

/** Stores what is typed. The id by which an earlier form of it was sent stays known, for the case that it comes back. */
export function saveAskDraft(key: string, draft: AskDraft): void {
  drafts.save(key, { draft, sentAs: drafts.read(key)?.sentAs ?? null })
}

/** Forgets a draft and its id: it was sent, and the same words from now on ask for something new. */
export function forgetAskDraft(key: string): void {
  drafts.forget(key)
}

/**
 * The id to send a draft by. The same words get the same id, so that sending them again after a lost answer asks for
 * nothing twice; other words ask for something else, and get another.
 */
export function clientIdOf(key: string, draft: AskDraft, newId: () => string): string {
  const sentAs = drafts.read(key)?.sentAs
  if (sentAs && sentAs.draft.amount === draft.amount && sentAs.draft.description === draft.description)
    return sentAs.clientId
  const clientId = newId()
  drafts.save(key, { draft, sentAs: { clientId, draft } })
  return clientId
}
