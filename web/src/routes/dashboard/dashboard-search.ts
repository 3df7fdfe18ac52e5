import { type Category, isCategory } from '@kundig/contract/profiles/categories'
import type { DetailFilter } from '@kundig/contract/profiles/detail-filter'
import { readDetailFilter, toQuery } from '@kundig/contract/site/public-pages'

import type { OnboardingError } from '../../features/payments/selling/onboarding-notice.tsx'

/** The dashboard's state in the address, for reloads, Back and shared links. */
export interface DashboardSearch extends DetailFilter {
  tab?: 'requests' | 'chats' | undefined
  /** Only on the Explore tab. */
  category?: Category | undefined
  /** Only with the Chats tab. */
  room?: string | undefined
  /** Failed return from Stripe's onboarding (spec 2). */
  error?: OnboardingError | undefined
}

export function parseDashboardSearch(search: Record<string, string | number | boolean>): DashboardSearch {
  const { tab, category, room, error } = search
  const isElsewhere = tab === 'requests' || tab === 'chats'
  return {
    ...(isElsewhere ? { tab } : {}),
    ...(!isElsewhere && typeof category === 'string' && isCategory(category) ? { category } : {}),
    // The router also passes this function's result, with numbers and `true`.
    ...(isElsewhere ? {} : readDetailFilter({ get: (name) => search[name]?.toString() ?? null })),
    ...(tab === 'chats' && typeof room === 'string' && room !== '' ? { room } : {}),
    ...(error === 'stripe-onboarding-failed' || error === 'stripe-error' ? { error } : {}),
  }
}

export function toDashboardPath(state: DashboardSearch): string {
  return `/dashboard${toQuery({ ...state })}`
}
