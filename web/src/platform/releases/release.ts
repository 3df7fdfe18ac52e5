import { isLaterRelease, RELEASE_HEADER, RELEASE_META } from '@kundig/contract/site/releases'

import { readFromSession, saveToSession } from '../session-storage.ts'
import { createStore, type ReadonlyStore } from '../state/store.ts'

const RELOADED_FOR_KEY = 'loaded-for-release'
/** Timeout of the check that the server can be reached (ms). */
const ASK_TIMEOUT_MS = 5000

const later = createStore<string | null>(null)

/** Release of the server if it is later than this page's release, else null. */
export const laterRelease: ReadonlyStore<string | null> = later

export function recordRelease({ headers }: Response): void {
  const theirs = headers.get(RELEASE_HEADER)
  if (theirs === null) return
  const own = document.querySelector<HTMLMetaElement>(`meta[name=${RELEASE_META}]`)?.content
  if (own === undefined || !isLaterRelease(theirs, own)) return
  // Permits one reload per release. During a rollout, a server of the earlier release may answer the reload.
  if (readFromSession(RELOADED_FOR_KEY) !== theirs) later.set(theirs)
}

/** Checks that the server answers, and records its release. Never rejects. */
export async function isServerReachable(): Promise<boolean> {
  try {
    const answer = await fetch('/favicon.svg', {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
    })
    recordRelease(answer)
    return answer.ok
  } catch {
    return false
  }
}

export function recordReload(): void {
  saveToSession(RELOADED_FOR_KEY, later.get())
}
