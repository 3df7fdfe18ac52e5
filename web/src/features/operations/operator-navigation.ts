import type { OperatorRole } from '@kundig/contract/operations/operator-roles'
import { OPERATOR_PATH } from '@kundig/contract/site/public-pages'

/** Tabs of `/operator`; the first is the default. */
const OPERATOR_TABS = ['reports', 'payments', 'figures', 'waiting', 'categories', 'fee', 'people', 'log'] as const
export type OperatorTab = (typeof OPERATOR_TABS)[number]

const OPERATOR_PAGES = ['health', 'find', 'daily', 'books', 'branding', 'pages'] as const

export type OperatorDestination = OperatorTab | (typeof OPERATOR_PAGES)[number]

export type DestinationGroup = 'today' | 'members' | 'numbers' | 'site' | 'team'

export const OPERATOR_PATHS: Record<OperatorDestination, string> = {
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

export const OPERATOR_DESTINATIONS: readonly {
  group: DestinationGroup
  destinations: readonly OperatorDestination[]
}[] = [
  { group: 'today', destinations: ['reports', 'payments', 'health'] },
  { group: 'members', destinations: ['find', 'waiting'] },
  { group: 'numbers', destinations: ['daily', 'books', 'figures'] },
  { group: 'site', destinations: ['branding', 'pages', 'categories', 'fee'] },
  { group: 'team', destinations: ['people', 'log'] },
]

export const REQUIRED_ROLES: Partial<Record<OperatorDestination, OperatorRole>> = { branding: 'owner' }

export function readOperatorTab(search: URLSearchParams): OperatorTab {
  return OPERATOR_TABS.find((tab) => tab === search.get('tab')) ?? OPERATOR_TABS[0]
}

/** Finds the navigation entry of an address. A person's page belongs to the search for people. */
export function findDestination({ pathname, search }: { pathname: string; search: string }): OperatorDestination {
  const page = OPERATOR_PAGES.find((one) => `${pathname}/`.startsWith(`${OPERATOR_PATHS[one]}/`))
  return page ?? readOperatorTab(new URLSearchParams(search))
}
