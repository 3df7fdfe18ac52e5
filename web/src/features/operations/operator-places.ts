import type { OperatorRole } from '@kundig/contract/operations/operator-roles'
import { OPERATOR_PATH } from '@kundig/contract/site/public-pages'

/** Tabs of `/operator`; the first is the default. */
const OPERATOR_TABS = ['reports', 'payments', 'figures', 'waiting', 'categories', 'fee', 'people', 'log'] as const
export type OperatorTab = (typeof OPERATOR_TABS)[number]

const OPERATOR_PAGES = ['health', 'find', 'daily', 'books', 'branding', 'pages'] as const

export type OperatorPlace = OperatorTab | (typeof OPERATOR_PAGES)[number]

export type PlaceGroup = 'today' | 'members' | 'numbers' | 'site' | 'team'

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
  branding: `${OPERATOR_PATH}/settings`,
  pages: `${OPERATOR_PATH}/pages`,
}

export const OPERATOR_PLACES: readonly { group: PlaceGroup; places: readonly OperatorPlace[] }[] = [
  { group: 'today', places: ['reports', 'payments', 'health'] },
  { group: 'members', places: ['find', 'waiting'] },
  { group: 'numbers', places: ['daily', 'books', 'figures'] },
  { group: 'site', places: ['branding', 'pages', 'categories', 'fee'] },
  { group: 'team', places: ['people', 'log'] },
]

export const PLACES_BY_ROLE: Partial<Record<OperatorPlace, OperatorRole>> = { branding: 'owner' }

export function operatorTabOf(search: URLSearchParams): OperatorTab {
  return OPERATOR_TABS.find((tab) => tab === search.get('tab')) ?? OPERATOR_TABS[0]
}

/** A person's page belongs to the search for people. */
export function placeAt({ pathname, search }: { pathname: string; search: string }): OperatorPlace {
  const page = OPERATOR_PAGES.find((one) => `${pathname}/`.startsWith(`${OPERATOR_PATHS[one]}/`))
  return page ?? operatorTabOf(new URLSearchParams(search))
}
