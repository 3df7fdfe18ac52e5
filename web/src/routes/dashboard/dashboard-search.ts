import { type Category, isCategory } from '@kundig/contract/profiles/categories'
import type { DetailFilter } from '@kundig/contract/profiles/detail-filter'
import { detailFilterOf, toQuery } from '@kundig/contract/site/public-pages'

import type { OnboardingError } from '../../features/payments/selling/onboarding-notice.tsx'

/** The dashboard's state in the address, so that reload, Back and a shared link lead to the same place. */
export interface DashboardSearch extends DetailFilter {
  /** Absent: Explore. */
  tab?: 'requests' | 'chats' | undefined
  /** With the details, what the list of experts is narrowed to; only on Explore. */
  category?: Category | undefined
  /** The open room; only with the chats. */
  room?: string | undefined
  /** How the return from Stripe's onboarding failed (spec 2). */
  error?: OnboardingError | undefined
}

/** Reads the address leniently: invalid values are left out. */
export function dashboardSearch(search: Record<string, string | number | boolean>): DashboardSearch {
  const { tab, category, room, error } = search
  const isElsewhere = tab === 'requests' || tab === 'chats'
  return {
    ...(isElsewhere ? { tab } : {}),
    ...(!isElsewhere && typeof category === 'string' && isCategory(category) ? { category } : {}),
    // The router also passes what this returned, with a number and `true`.
    ...(isElsewhere ? {} : detailFilterOf({ get: (name) => search[name]?.toString() ?? null })),
    ...(tab === 'chats' && typeof room === 'string' && room !== '' ? { room } : {}),
    ...(error === 'stripe-onboarding-failed' || error === 'stripe-error' ? { error } : {}),
  }
}

/** The dashboard's address in a state. */
export function dashboardPath(state: DashboardSearch): string {
  return `/dashboard${toQuery({ ...state })}`
}
