import { LIMITS } from '@kundig/contract/limits'
import { type Category, isCategory } from '@kundig/contract/profiles/categories'
import type { DetailFilter } from '@kundig/contract/profiles/detail-filter'
import { readDetailFilter, toQuery } from '@kundig/contract/site/public-pages'

import type { ChatsAddress } from '../../features/chat/rooms/chats-tab.tsx'
import type { OnboardingError } from '../../features/payments/selling/onboarding-notice.tsx'

/** The dashboard's state in the address, for reloads, Back and shared links. */
export interface DashboardSearch extends DetailFilter, ChatsAddress {
  tab?: 'requests' | 'chats' | undefined
  /** Only on the Explore tab. */
  category?: Category | undefined
  /** Failed return from Stripe's onboarding (spec 2). */
  error?: OnboardingError | undefined
}

export function parseDashboardSearch(search: Record<string, string | number | boolean>): DashboardSearch {
  const { tab, category, error } = search
  const isElsewhere = tab === 'requests' || tab === 'chats'
  return {
    ...(isElsewhere ? { tab } : {}),
    ...(!isElsewhere && typeof category === 'string' && isCategory(category) ? { category } : {}),
    // The router also passes this function's result, with numbers and `true`.
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
