import type { OperatorRole } from '@kundig/contract/operations/operator-roles'
import { OPERATOR_PATH } from '@kundig/contract/site/public-pages'

/** What of running the site is shown at `/operator` itself; the first is shown where the address names none. */
const OPERATOR_TABS = ['reports', 'payments', 'figures', 'waiting', 'categories', 'fee', 'people', 'log'] as const
export type OperatorTab = (typeof OPERATOR_TABS)[number]

/** What of running the site has an address of its own. */
const OPERATOR_PAGES = ['health', 'find', 'daily', 'books', 'face', 'pages'] as const

export type OperatorPlace = OperatorTab | (typeof OPERATOR_PAGES)[number]

export type PlaceGroup = 'today' | 'members' | 'numbers' | 'site' | 'team'

/** The addresses of all that belongs to running the site. */
export const OPERATOR_PATHS: Record<OperatorPlace, string> = {
  reports: OPERATOR_PATH,
  payments: `${OPERATOR_PATH}?tab=payments`,
  figures: `${OPERATOR_PATH}?tab=figures`,
  waiting: `${OPERATOR_PATH}?tab=waiting`,
  categories: `${OPERATOR_PATH}?tab=categories`,
  fee: `${OPERATOR_PATH}?tab=fee`,
  people: `${OPERATOR_PATH}?tab=people`,
  log: `${OPERATOR_PATH}?tab=log`,
  health: `${OPERATOR_PATH}/health`,
  find: `${OPERATOR_PATH}/people`,
  daily: `${OPERATOR_PATH}/figures`,
  books: `${OPERATOR_PATH}/books`,
  face: `${OPERATOR_PATH}/settings`,
  pages: `${OPERATOR_PATH}/pages`,
}

/** Where the navigation of operators leads, in its order. */
export const OPERATOR_PLACES: readonly { group: PlaceGroup; places: readonly OperatorPlace[] }[] = [
  { group: 'today', places: ['reports', 'payments', 'health'] },
  { group: 'members', places: ['find', 'waiting'] },
  { group: 'numbers', places: ['daily', 'books', 'figures'] },
  { group: 'site', places: ['face', 'pages', 'categories', 'fee'] },
  { group: 'team', places: ['people', 'log'] },
]

/** Places that only somebody with this role, or a higher one, is led to. */
export const PLACES_BY_ROLE: Partial<Record<OperatorPlace, OperatorRole>> = { face: 'owner' }

/** The tab that the address names. */
export function operatorTabOf(search: URLSearchParams): OperatorTab {
  return OPERATOR_TABS.find((tab) => tab === search.get('tab')) ?? OPERATOR_TABS[0]
}

/** The place that an address belongs to: the page of a person belongs to finding people. */
export function placeAt({ pathname, search }: { pathname: string; search: string }): OperatorPlace {
  const page = OPERATOR_PAGES.find((one) => `${pathname}/`.startsWith(`${OPERATOR_PATHS[one]}/`))
  return page ?? operatorTabOf(new URLSearchParams(search))
}
