/**
 * Introductions that were written but not sent, per sender and receiver. In memory only: they outlive the
 * dialog and a failed call, and are never left behind on a shared computer.
 */
const drafts = new Map<string, string>()

/** Names the draft of one person to another; whoever logs in next on this page gets their own. */
export function draftKey(senderId: string, receiverId: string): string {
  return `${senderId} ${receiverId}`
}

/** The introduction that was begun. @returns an empty text when there is none */
export function readDraft(key: string): string {
  return drafts.get(key) ?? ''
}

/** Keeps a draft; an empty one is forgotten. */
export function keepDraft(key: string, text: string): void {
  if (text === '') drafts.delete(key)
  else drafts.set(key, text)
}
