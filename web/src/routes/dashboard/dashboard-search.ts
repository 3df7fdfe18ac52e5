import { LIMITS } from '@kundig/contract/limits'
import { type Category, isCategory } from '@kundig/contract/profiles/categories'
import type { DetailFilter } from '@kundig/contract/profiles/detail-filter'
import { readDetailFilter, toQuery } from '@kundig/contract/site/public-pages'

import type { ChatsAddress } from '../../features/chat/rooms/chats-tab.tsx'
import type { OnboardingError } from '../../features/payments/selling/onboarding-notice.tsx'

/** State of the dashboard. The address contains this state for reloads, Back and shared links. */
export interface DashboardSearch extends DetailFilter, ChatsAddress {
  tab?: 'requests' | 'chats' | undefined
  /** Chosen category, only on the Explore tab. */
  category?: Category | undefined
  /** Error from the return address of Stripe's onboarding (spec 2). */
  error?: OnboardingError | undefined
}

export function parseDashboardSearch(search: Record<string, string | number | boolean>): DashboardSearch {
  const { tab, category, error } = search
  const isElsewhere = tab === 'requests' || tab === 'chats'
  return {
    ...(isElsewhere ? { tab } : {}),
    ...(!isElsewhere && typeof category === 'string' && isCategory(category) ? { category } : {}),
    // The router also passes earlier results of this function, which contain numbers and `true`.
    ...(isElsewhere ? {} : readDetailFilter({ get: (name) => search[name]?.toString() ?? null })),
    ...(tab === 'chats' && readChatsAddress(search)),
    ...(error === 'stripe-onboarding-failed' || error === 'stripe-error' ? { error } : {}),
  }
}

function readChatsAddress({ room, at, find, in: searched }: Record<string, unknown>): ChatsAddress {
  const words = typeof find === 'string' ? find.trim().slice(0, LIMITS.searchMax) : ''
  const hasRoom = typeof room === 'string' && room !== ''
  const seq = Number(at)
  return {
    ...(hasRoom && { room }),
    ...(hasRoom && Number.isSafeInteger(seq) && seq > 0 && { at: seq }),
    ...(words !== '' && { find: words }),
    ...(typeof searched === 'string' && searched !== '' && { in: searched }),
  }
}

export function toDashboardPath(state: DashboardSearch): string {
  return `/dashboard${toQuery({ ...state })}`
}
