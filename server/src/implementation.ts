import { implement } from '@orpc/server'

import { contract } from '@kundig/contract/contract'
import { Refusal } from '@kundig/contract/errors'
import type { Language } from '@kundig/contract/languages'

import type { Cookies } from './platform/http/cookies.ts'
import type { Restricted, Viewer } from './viewer.ts'

export interface RequestContext {
  viewer: Viewer | null
  /** Person whose log-in waits for the second factor, and who may do nothing else. */
  waiting: Viewer | null
  restricted: Restricted | null
  /** Credentials sent with the request. */
  shown: Headers
  /** Language of mails to the caller. */
  language: Language
  /** Language of the page that sent the request; null for clients other than our pages. */
  pageLanguage: Language | null
  /** Client address according to the trusted proxies. */
  clientAddress: string
  isFromHere: boolean
  cookies: Cookies
}

export const implementation = implement(contract).$context<RequestContext>()

/** Returns the person behind a request. @throws Refusal NO_SESSION (401), SUSPENDED or BANNED (403) */
export function requireViewer({ viewer, restricted }: Pick<RequestContext, 'viewer' | 'restricted'>): Viewer {
  if (viewer) return viewer
  if (restricted) throw new Refusal(restricted.restriction.state === 'banned' ? 'BANNED' : 'SUSPENDED')
  throw new Refusal('NO_SESSION')
}

/** Counts a call of the viewer, and returns their id. @throws Refusal as `requireViewer` and the limit do */
export function countCall(
  context: Pick<RequestContext, 'viewer' | 'restricted'>,
  limit: (userId: string) => void,
): string {
  const { userId } = requireViewer(context)
  limit(userId)
  return userId
}

/** Counts a call like `countCall`, with a limit that all servers share. */
export async function countSharedCall(
  context: Pick<RequestContext, 'viewer' | 'restricted'>,
  limit: (userId: string) => Promise<void>,
): Promise<string> {
  const { userId } = requireViewer(context)
  await limit(userId)
  return userId
}

/** Returns the viewer, even when suspended or banned: a few procedures allow them. @throws Refusal NO_SESSION (401) */
export function requireAccount(context: RequestContext): Viewer {
  return context.restricted?.viewer ?? requireViewer(context)
}
