/**
 * Texts that were begun and not sent, for each person and room. In local storage, which is written at once: a draft
 * outlives a crash. Its key names the person, so that nobody else is shown it on this browser; logging out forgets
 * them all.
 */
const PREFIX = 'draft'

function keyOf(userId: string, roomId: string): string {
  return `${PREFIX}:${userId}:${roomId}`
}

/** Without storage (it may be blocked, or full) a draft lasts as long as the page. */
const inMemory = new Map<string, string>()

/** @returns the draft, or an empty text */
export function readDraft(userId: string, roomId: string): string {
  const key = keyOf(userId, roomId)
  try {
    return localStorage.getItem(key) ?? inMemory.get(key) ?? ''
  } catch {
    return inMemory.get(key) ?? ''
  }
}

/** Keeps a draft; an empty one is forgotten. */
export function keepDraft(userId: string, roomId: string, text: string): void {
  const key = keyOf(userId, roomId)
  inMemory.delete(key)
  try {
    if (text === '') localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    if (text !== '') inMemory.set(key, text)
  }
}

/**
 * Gives back a text that was taken for sending and could not be kept: as the draft, before what was begun since.
 * @returns the draft as it is now
 */
export function giveBackDraft(userId: string, roomId: string, text: string): string {
  const since = readDraft(userId, roomId)
  const draft = since === '' || since === text ? text : `${text}\n${since}`
  keepDraft(userId, roomId, draft)
  return draft
}

/** Forgets every draft of a person. */
export function forgetDrafts(userId: string): void {
  const isTheirs = (key: string): boolean => key.startsWith(`${PREFIX}:${userId}:`)
  for (const key of inMemory.keys()) if (isTheirs(key)) inMemory.delete(key)
  try {
    for (const key of Object.keys(localStorage).filter(isTheirs)) localStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}

/**
 * Tells when another tab changes a draft.
 * @returns stops telling
 */
export function onDraftElsewhere(userId: string, roomId: string, listener: () => void): () => void {
  const onStorage = (event: StorageEvent): void => {
    if (event.key === keyOf(userId, roomId) || event.key === null) listener()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
