import type { Session } from '../auth/auth.contract.ts'
import { SIGN_IN_CODE_PAGE } from '../auth/sign-in-code.ts'
import type { OpenContacts } from '../connection-requests/connection-requests.contract.ts'
import type { ErrorCode } from '../errors.ts'
import { type Language, LANGUAGE_PARAMETER } from '../languages.ts'
import { LIMITS } from '../limits.ts'
import type { Category, CategoryEntry } from '../profiles/categories.ts'
import { ANSWER_LANGUAGES, type DetailFilter, isEuros } from '../profiles/detail-filter.ts'
import type { OwnProfile, Profile } from '../profiles/profiles.contract.ts'
import { INVITATION_PATH } from '../waiting-list/invitations.ts'
import type { SiteWords } from './site-words.ts'

/** What the list of experts is narrowed by. An empty query means everyone. */
export interface ExpertFilter extends DetailFilter {
  query: string
  category: Category | undefined
}

/** The parameter of the landing page's address that has the search. */
const QUERY = 'q'

/** PostgreSQL has no NUL in texts, so none can be searched for. */
function cleanSearch(text: string, max: number): string {
  return text.replaceAll('\u0000', '').trim().slice(0, max)
}

/** The details that an address narrows a list of experts to, without invalid ones. */
export function detailFilterOf(search: { get: (name: string) => string | null }): DetailFilter {
  const language = ANSWER_LANGUAGES.find((code) => code === search.get('answers_in'))
  const town = cleanSearch(search.get('town') ?? '', LIMITS.townMax)
  const price = Number(search.get('price_max'))
  return {
    ...(language && { answers_in: language }),
    ...(town && { town }),
    ...(search.get('online') === 'true' && { online: true }),
    ...(isEuros(price) && { price_max: price }),
  }
}

/** A query of the parameters that are neither empty nor undefined, with its question mark; empty without any. */
export function toQuery(parameters: Record<string, string | number | boolean | undefined>): string {
  const search = Object.entries(parameters)
    .flatMap(([name, value]) => (value === undefined || value === '' ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join('&')
  return search === '' ? '' : `?${search}`
}

/**
 * What the landing page's address narrows the list by; what makes no sense is left out.
 * @param categories those that there are
 */
export function expertFilterOf(
  search: { get: (name: string) => string | null },
  categories: readonly CategoryEntry[],
): ExpertFilter {
  const category = search.get('category')
  return {
    query: cleanSearch(search.get(QUERY) ?? '', LIMITS.searchMax),
    category: categories.find(({ id }) => id === category)?.id,
    ...detailFilterOf(search),
  }
}

/** The landing page's address for a filter; in a given language where one is asked for. */
export function landingPath({ query, ...filter }: ExpertFilter, language?: Language): string {
  return `/${toQuery({ [QUERY]: query, ...filter, [LANGUAGE_PARAMETER]: language })}`
}

/** The address of someone's profile; in a given language where one is asked for. */
export function profilePath(id: string, language?: Language): string {
  const path = `/profile/${encodeURIComponent(id)}`
  return language === undefined ? path : `${path}?${LANGUAGE_PARAMETER}=${language}`
}

/** Where the site is run from: to everybody without a role there is no such page. */
export const OPERATOR_PATH = '/operator'

/** The other pages for whoever runs the site, with names for what stands in their addresses: they are hidden in the same way. */
export const OPERATOR_PAGES = [
  '/operator/health',
  '/operator/figures',
  '/operator/books',
  '/operator/people',
  '/operator/people/$personId',
  '/operator/pages',
  '/operator/settings',
] as const

/** The pages below `/account`. */
export const ACCOUNT_PAGES = {
  payments: '/account/payments',
  notifications: '/account/notifications',
  privacy: '/account/privacy',
  security: '/account/security',
  earnings: '/account/earnings',
} as const

/** The page that sends a confirmed question; its query names the question. */
export const QUESTION_PATH = '/question'

/** The addresses of the web application, besides those of its public pages: any other one is unknown. */
export const APPLICATION_PATHS: readonly string[] = [
  '/dashboard',
  '/account',
  ...Object.values(ACCOUNT_PAGES),
  '/login',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  SIGN_IN_CODE_PAGE,
  QUESTION_PATH,
  INVITATION_PATH,
  '/auth/popup',
  '/stripe/return',
  '/stripe/refresh',
  '/payment-success',
]

/** The tabs of `/dashboard`. */
export type DashboardTab = 'explore' | 'requests' | 'chats'

/** The tab that the dashboard's address names; Explore where it names none. */
export function dashboardTabOf(search: { get: (name: string) => string | null }): DashboardTab {
  const tab = search.get('tab')
  return tab === 'requests' || tab === 'chats' ? tab : 'explore'
}

/** One page of the list of experts. */
interface ExpertsPage {
  items: Profile[]
  next_cursor: string | null
}

/** What a page shows that the server renders, and the browser goes on with. */
export type PublicPage = OpenPage | OwnPage

/** A page for everybody. */
type OpenPage =
  | {
      kind: 'landing'
      filter: ExpertFilter
      experts: ExpertsPage
      /** Whether it stands in for a page that is not there. */
      isStandIn?: boolean
    }
  | { kind: 'profile'; id: string; profile: Profile | OwnProfile }
  | { kind: 'profile'; id: string; refusal: ErrorCode }

/** A page that only its reader sees, who is logged in. With other tabs than Explore no expert comes along. */
export type OwnPage =
  | { kind: 'dashboard'; tab: DashboardTab; filter: ExpertFilter; experts: ExpertsPage | null }
  | { kind: 'account' }

/** A page for one reader. */
export interface PageState {
  page: PublicPage
  /** The path and query under which it was asked for. */
  pathname: string
  search: string
  language: Language
  /** Null when only the reader's system knows. */
  darkMode: boolean | null
  session: Session | null
  /** The expertise categories, in their order. */
  categories: readonly CategoryEntry[]
  /** Whom the reader has asked and who has not answered; null for a visitor. */
  waiting: OpenContacts | null
}

/** The parts of the answer that depend on the page. */
export interface RenderedPage {
  /** Title, description and what else machines read, as HTML. */
  head: string
  /** The page itself, and its state for the browser to go on with, as HTML. */
  body: string
  /** Source files of the code that the page loads at once. */
  modules: readonly string[]
}

/**
 * What the web application's build for the server exports.
 * @param base where people reach us, without a slash at the end
 * @param words what the site says of itself at that time
 */
export type RenderPublicPage = (state: PageState, base: string, words: SiteWords) => RenderedPage
