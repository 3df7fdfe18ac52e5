import type { OnboardingError } from '../../features/payments/selling/onboarding-notice.tsx'

/** What the dashboard keeps in the address, so that reload, back and a shared link lead to the same place. */
export interface DashboardSearch {
  /** Absent: Explore. */
  tab?: 'requests' | 'chats' | undefined
  /** The open room; only with the chats. */
  room?: string | undefined
  /** How coming back from Stripe's questions to a seller failed (spec 2). */
  error?: OnboardingError | undefined
}

/** Reads the address leniently: what makes no sense is left out. */
export function dashboardSearch(search: Record<string, unknown>): DashboardSearch {
  const { tab, room, error } = search
  return {
    ...(tab === 'requests' || tab === 'chats' ? { tab } : {}),
    ...(tab === 'chats' && typeof room === 'string' && room !== '' ? { room } : {}),
    ...(error === 'stripe-onboarding-failed' || error === 'stripe-error' ? { error } : {}),
  }
}
