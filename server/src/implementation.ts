import { implement } from '@orpc/server'

import { contract } from '@kundig/contract/contract'
import { Refusal } from '@kundig/contract/errors'
import type { Language } from '@kundig/contract/languages'

import type { Cookies } from './platform/http/cookies.ts'
import type { Restricted, Viewer } from './viewer.ts'

/** What every procedure knows of a request. */
export interface RequestContext {
  viewer: Viewer | null
  /** Somebody who would be the viewer, but has not given the second factor yet in this session: it opens nothing else. */
  waiting: Viewer | null
  /** Somebody who would be the viewer, but is suspended or banned. */
  restricted: Restricted | null
  /** What the request showed to be known by. */
  shown: Headers
  /** The language of whoever asks, for mail. */
  language: Language
  /** The language that a page of ours says it is shown in; null for other clients. */
  pageLanguage: Language | null
  /** Where the request comes from, as the trusted proxies tell it. */
  clientAddress: string
  /** Whether it comes from the machine that the server runs on. */
  isFromHere: boolean
  cookies: Cookies
}

/** The contract, ready to be implemented: each feature's routes hang their handlers on it. */
export const implementation = implement(contract).$context<RequestContext>()

/**
 * The person behind a request.
 * @throws Refusal NO_SESSION (401) when nobody is logged in, SUSPENDED or BANNED (403) when they may not do anything now
 */
export function requireViewer({ viewer, restricted }: Pick<RequestContext, 'viewer' | 'restricted'>): Viewer {
  if (viewer) return viewer
  if (restricted) throw new Refusal(restricted.restriction.state === 'banned' ? 'BANNED' : 'SUSPENDED')
  throw new Refusal('NO_SESSION')
}

/**
 * The person behind a request, for the little that somebody who is suspended or banned may do as well.
 * @throws Refusal NO_SESSION (401) when nobody is logged in
 */
export function requireAccount(context: RequestContext): Viewer {
  return context.restricted?.viewer ?? requireViewer(context)
}
