import { isLaterRelease, RELEASE_HEADER, RELEASE_META } from '@kundig/contract/site/releases'

import { readFromSession, saveToSession } from '../session-storage.ts'
import { createStore, type ReadonlyStore } from '../state/store.ts'

/** The release for which this tab was loaded anew. */
const LOADED_FOR = 'loaded-for-release'
/** How long the server may take to say that it is there (ms). */
const ASK_TIMEOUT_MS = 5000

const later = createStore<string | null>(null)

/** The release that a server has and this page has not, if it is later. */
export const laterRelease: ReadonlyStore<string | null> = later

/** Notes of which release the server is that has answered. */
export function noteRelease({ headers }: Response): void {
  const theirs = headers.get(RELEASE_HEADER)
  if (theirs === null) return
  const own = document.querySelector<HTMLMetaElement>(`meta[name=${RELEASE_META}]`)?.content
  if (own === undefined || !isLaterRelease(theirs, own)) return
  // During a rollout a reload may be answered by a server of the earlier release: once is enough.
  if (readFromSession(LOADED_FOR) !== theirs) later.set(theirs)
}

/** Asks the server whether it is there, and notes of which release it is. Never rejects. */
export async function isServerThere(): Promise<boolean> {
  try {
    const answer = await fetch('/favicon.svg', {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
    })
    noteRelease(answer)
    return answer.ok
  } catch {
    return false
  }
}

/** Says that this tab is about to be loaded anew for the later release. */
export function noteReload(): void {
  saveToSession(LOADED_FOR, later.get())
}
