/** What is about to be asked for, as it is typed. */
export interface AskDraft {
  amount: string
  description: string
}

const EMPTY: AskDraft = { amount: '', description: '' }

/** A draft, and by what id it was sent when sending it failed. */
interface Kept {
  draft: AskDraft
  sentAs: { clientId: string; draft: AskDraft } | null
}

/**
 * Payment requests that were begun and not sent, per person and room. In memory only: they outlive the panel and a
 * failed call, and are never left behind on a shared computer.
 */
const kept = new Map<string, Kept>()

/** Names the draft of one person in one room; whoever logs in next on this page gets their own. */
export function askDraftKey(userId: string, roomId: string): string {
  return `${userId} ${roomId}`
}

/** What a person had begun to ask for. @returns empty fields when there is no draft */
export function readAskDraft(key: string): AskDraft {
  return kept.get(key)?.draft ?? EMPTY
}

/** Keeps what is typed. The id by which an earlier form of it was sent stays known, for the case that it comes back. */
export function keepAskDraft(key: string, draft: AskDraft): void {
  kept.set(key, { draft, sentAs: kept.get(key)?.sentAs ?? null })
}

/** Forgets a draft and its id: it was sent, and the same words from now on ask for something new. */
export function forgetAskDraft(key: string): void {
  kept.delete(key)
}

/**
 * The id to send a draft by. The same words get the same id, so that sending them again after a lost answer asks for
 * nothing twice; other words ask for something else, and get another.
 */
export function clientIdOf(key: string, draft: AskDraft, newId: () => string): string {
  const sentAs = kept.get(key)?.sentAs
  if (sentAs && sentAs.draft.amount === draft.amount && sentAs.draft.description === draft.description)
    return sentAs.clientId
  const clientId = newId()
  kept.set(key, { draft, sentAs: { clientId, draft } })
  return clientId
}
