import { type Category, isCategory } from '@kundig/contract/profiles/categories'

import type { OnboardingError } from '../../features/payments/selling/onboarding-notice.tsx'

/** The dashboard's state in the address, so that reload, Back and a shared link lead to the same place. */
export interface DashboardSearch {
  /** Absent: Explore. */
  tab?: 'requests' | 'chats' | undefined
  /** What the list of experts is narrowed by; only on Explore. */
  category?: Category | undefined
  /** The open room; only with the chats. */
  room?: string | undefined
  /** How the return from Stripe's onboarding failed (spec 2). */
  error?: OnboardingError | undefined
}

/** Reads the address leniently: invalid values are left out. */
export function dashboardSearch(search: Record<string, unknown>): DashboardSearch {
  const { tab, category, room, error } = search
  const isElsewhere = tab === 'requests' || tab === 'chats'
  return {
    ...(isElsewhere ? { tab } : {}),
    ...(!isElsewhere && typeof category === 'string' && isCategory(category) ? { category } : {}),
    ...(tab === 'chats' && typeof room === 'string' && room !== '' ? { room } : {}),
    ...(error === 'stripe-onboarding-failed' || error === 'stripe-error' ? { error } : {}),
  }
}

/** The dashboard's address in a state. */
export function dashboardPath({ tab, category, room, error }: DashboardSearch): string {
  const search = new URLSearchParams({
    ...(tab && { tab }),
    ...(category && { category }),
    ...(room && { room }),
    ...(error && { error }),
  })
  return search.size === 0 ? '/dashboard' : `/dashboard?${search.toString()}`
}
