import { OPERATOR_PATH } from '@kundig/contract/public-pages'

/** What of running the site is shown; the first is shown where the address names none. */
export const OPERATOR_TABS = ['reports', 'payments', 'figures', 'waiting', 'categories', 'people', 'log'] as const
export type OperatorTab = (typeof OPERATOR_TABS)[number]

/** The tab that the address names. */
export function operatorTabOf(search: URLSearchParams): OperatorTab {
  return OPERATOR_TABS.find((tab) => tab === search.get('tab')) ?? OPERATOR_TABS[0]
}

export function operatorPath(tab: OperatorTab): string {
  return tab === OPERATOR_TABS[0] ? OPERATOR_PATH : `${OPERATOR_PATH}?tab=${tab}`
}

/** The case that the address names, whether or not there is one. */
export function caseOf(search: URLSearchParams): string | null {
  return search.get('case')
}

export function casePath(caseId: string): string {
  return `${OPERATOR_PATH}?case=${encodeURIComponent(caseId)}`
}
