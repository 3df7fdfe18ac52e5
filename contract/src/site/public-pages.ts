import type { Session } from '../auth/auth.contract.ts'
import { SIGN_IN_CODE_PAGE } from '../auth/sign-in-code.ts'
import type { OpenContacts } from '../connection-requests/connection-requests.contract.ts'
import type { ErrorCode } from '../errors.ts'
import { type Language, LANGUAGE_PARAMETER } from '../languages.ts'
import { LIMITS } from '../limits.ts'
import type { Category, CategoryEntry } from '../profiles/categories.ts'
import { ANSWER_LANGUAGES, type DetailFilter, isValidPrice } from '../profiles/detail-filter.ts'
import type { OwnProfile, Profile } from '../profiles/profiles.contract.ts'
import { INVITATION_PATH } from '../waiting-list/invitations.ts'
import type { SiteTexts } from './site-texts.ts'

export interface ExpertFilter extends DetailFilter {
  query: string
  category: Category | undefined
}

const QUERY = 'q'

/** Removes NUL characters, which PostgreSQL refuses in texts. */
function cleanSearch(text: string, max: number): string {
  return text.replaceAll('\u0000', '').trim().slice(0, max)
}

export function readDetailFilter(search: { get: (name: string) => string | null }): DetailFilter {
  const language = ANSWER_LANGUAGES.find((code) => code === search.get('answers_in'))
  const town = cleanSearch(search.get('town') ?? '', LIMITS.townMax)
  const price = Number(search.get('price_max'))
  return {
    ...(language && { answers_in: language }),
    ...(town && { town }),
    ...(search.get('online') === 'true' && { online: true }),
    ...(isValidPrice(price) && { price_max: price }),
  }
}

export function toQuery(parameters: Record<string, string | number | boolean | undefined>): string {
  const search = Object.entries(parameters)
    .flatMap(([name, value]) => (value === undefined || value === '' ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join('&')
  return search === '' ? '' : `?${search}`
}

export function readExpertFilter(
  search: { get: (name: string) => string | null },
  categories: readonly CategoryEntry[],
): ExpertFilter {
  const category = search.get('category')
  return {
    query: cleanSearch(search.get(QUERY) ?? '', LIMITS.searchMax),
    category: categories.find(({ id }) => id === category)?.id,
    ...readDetailFilter(search),
  }
}

export function toLandingPath({ query, ...filter }: ExpertFilter, language?: Language): string {
  return `/${toQuery({ [QUERY]: query, ...filter, [LANGUAGE_PARAMETER]: language })}`
}

export function toProfilePath(id: string, language?: Language): string {
  const path = `/profile/${encodeURIComponent(id)}`
  return language === undefined ? path : `${path}?${LANGUAGE_PARAMETER}=${language}`
}

/** Operators' page. Accounts without a role receive the page for unknown addresses. */
export const OPERATOR_PATH = '/operator'

/** Operators' other pages, with parameter names in their paths. Also hidden from accounts without a role. */
export const OPERATOR_PAGES = [
  '/operator/health',
  '/operator/figures',
  '/operator/books',
  '/operator/people',
  '/operator/people/$personId',
  '/operator/pages',
  '/operator/settings',
] as const

export const ACCOUNT_PAGES = {
  payments: '/account/payments',
  notifications: '/account/notifications',
  privacy: '/account/privacy',
  security: '/account/security',
  earnings: '/account/earnings',
} as const

/** Page that sends a visitor's confirmed question. Its query names the question. */
export const QUESTION_PATH = '/question'

/** Addresses of the web application besides its public pages. Any other address is unknown. */
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

export type DashboardTab = 'explore' | 'requests' | 'chats'

export function readDashboardTab(search: { get: (name: string) => string | null }): DashboardTab {
  const tab = search.get('tab')
  return tab === 'requests' || tab === 'chats' ? tab : 'explore'
}

interface ExpertsPage {
  items: Profile[]
  next_cursor: string | null
}

/** Data of a page that the server renders and the browser hydrates. */
export type PublicPage = OpenPage | OwnPage

type OpenPage =
  | {
      kind: 'landing'
      filter: ExpertFilter
      experts: ExpertsPage
      /** True for the page shown at unknown addresses. */
      isStandIn?: boolean
    }
  | { kind: 'profile'; id: string; profile: Profile | OwnProfile }
  | { kind: 'profile'; id: string; refusal: ErrorCode }

/** Private page of a logged-in reader. Only Explore includes experts. */
export type OwnPage =
  | { kind: 'dashboard'; tab: DashboardTab; filter: ExpertFilter; experts: ExpertsPage | null }
  | { kind: 'account' }

export interface PageState {
  page: PublicPage
  pathname: string
  search: string
  language: Language
  /** Null when the theme follows the reader's system. */
  darkMode: boolean | null
  session: Session | null
  categories: readonly CategoryEntry[]
  /** Receivers of the reader's pending requests; null for a visitor. */
  waiting: OpenContacts | null
}

export interface RenderedPage {
  /** Title, description and other metadata, as HTML. */
  head: string
  /** The page and its state for hydration, as HTML. */
  body: string
  /** Source files that the page preloads. */
  modules: readonly string[]
}

/** Exported by the web application's server build; `base` has no trailing slash. */
export type RenderPublicPage = (state: PageState, base: string, words: SiteTexts) => RenderedPage
