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

export function readAskDraft(key: string): AskDraft {
  return kept.get(key)?.draft ?? EMPTY
}

export function keepAskDraft(key: string, draft: AskDraft): void {
  kept.set(key, { draft, sentAs: kept.get(key)?.sentAs ?? null })
}

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
