import { createContext, use } from 'react'

export interface Place {
  pathname: string
  /** Query string with its question mark, or empty. */
  search: string
}

export interface GoOptions {
  replace?: boolean
  keepScroll?: boolean
}

export interface LeaveOptions extends GoOptions {
  /** True to skip the question about unsaved changes. */
  unasked?: boolean
}

/** Navigation for screens of both public pages (no router) and the application (router). */
export interface Navigation {
  place: Place
  go: (href: string, options?: LeaveOptions) => Promise<void>
  /** Goes back if the previous history entry belongs to this site, otherwise to `fallback`. */
  back: (fallback: string) => void
  prepare: (href: string) => void
}

export const NavigationContext = createContext<Navigation | null>(null)

/** Navigation of the current screen, for code outside React, such as the button of a toast. */
export const shown: { navigation: Navigation | null } = { navigation: null }

export function useNavigation(): Navigation {
  const navigation = use(NavigationContext)
  if (!navigation) throw new Error('No navigation')
  return navigation
}
