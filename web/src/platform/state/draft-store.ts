import { readFromSession, saveToSession } from '../session-storage.ts'

const PREFIX = 'draft'

const stores = new Set<DraftStore<unknown>>()

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Returns a draft's key. The key contains the person, so that other people in this browser never see the draft. */
export function toDraftKey(userId: string, subjectId: string): string {
  return `${PREFIX}:${userId}:${subjectId}`
}

export function forgetDrafts(userId: string): void {
  for (const store of stores) store.forgetAll(userId)
  // Removes drafts from storage directly, because some may not have been read by any store yet.
  for (const open of [() => localStorage, () => sessionStorage]) {
    try {
      const storage = open()
      for (const key of Object.keys(storage)) if (belongsToUser(userId, key)) storage.removeItem(key)
    } catch {
      // If storage is blocked, it contains no draft.
    }
  }
}

/** Drafts in memory, by person and subject. They survive a failed call, and never remain on a shared computer. */
export class DraftStore<Draft> {
  private readonly drafts = new Map<string, Draft>()

  constructor() {
    stores.add(this)
  }

  read(key: string): Draft | undefined {
    return this.drafts.get(key)
  }

  save(key: string, draft: Draft): void {
    if (draft === '') this.forget(key)
    else this.drafts.set(key, draft)
  }

  forget(key: string): void {
    this.drafts.delete(key)
  }

  forgetAll(userId: string): void {
    for (const key of this.drafts.keys()) if (belongsToUser(userId, key)) this.forget(key)
  }
}

/** Drafts in session storage, which survive a reload. Without storage they last as long as the page. */
export class TabDraftStore<Draft> extends DraftStore<Draft> {
  private readonly isDraft: (value: unknown) => value is Draft

  /** @param isDraft validates stored data, which may come from another release */
  constructor(isDraft: (value: unknown) => value is Draft) {
    super()
    this.isDraft = isDraft
  }

  override read(key: string): Draft | undefined {
    const known = super.read(key)
    if (known !== undefined) return known
    const stored = parseJson(readFromSession(key))
    return this.isDraft(stored) ? stored : undefined
  }

  override save(key: string, draft: Draft): void {
    if (draft !== '') saveToSession(key, JSON.stringify(draft))
    super.save(key, draft)
  }

  override forget(key: string): void {
    super.forget(key)
    saveToSession(key, null)
  }
}

/** Drafts in local storage, which survive a crash. If storage is blocked or full, they last as long as the page. */
export class StoredDraftStore extends DraftStore<string> {
  override read(key: string): string | undefined {
    try {
      return localStorage.getItem(key) ?? super.read(key)
    } catch {
      return super.read(key)
    }
  }

  override save(key: string, draft: string): void {
    if (draft === '') return this.forget(key)
    try {
      // Writes the draft in one step, because other tabs would show an intermediate empty draft.
      localStorage.setItem(key, draft)
      super.forget(key)
    } catch {
      this.forget(key)
      super.save(key, draft)
    }
  }

  override forget(key: string): void {
    super.forget(key)
    try {
      localStorage.removeItem(key)
    } catch {
      // If storage is blocked, it contains no draft.
    }
  }

  /** Calls back when another tab changes a draft. @returns function that unsubscribes */
  subscribeElsewhere(key: string, listener: () => void): () => void {
    const onStorage = (event: StorageEvent): void => {
      if (event.key === key || event.key === null) listener()
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

function belongsToUser(userId: string, key: string): boolean {
  return key.startsWith(toDraftKey(userId, ''))
}
