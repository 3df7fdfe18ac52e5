import { createContext, use } from 'react'

/** Where the reader is. */
export interface Place {
  pathname: string
  /** The query with its question mark, or empty. */
  search: string
}

export interface GoOptions {
  /** Takes the present address's place in the history. */
  replace?: boolean
  keepScroll?: boolean
}

export interface LeaveOptions extends GoOptions {
  /** Goes without the question whether what is unsaved may be lost: everything is saved. */
  unasked?: boolean
}

/**
 * How the screens that stand both on public pages and in the application move on: there without a router,
 * here with one.
 */
export interface Navigation {
  place: Place
  go: (href: string, options?: LeaveOptions) => Promise<void>
  /** To where the reader came from, if that was one of our screens, otherwise to `fallback`. */
  back: (fallback: string) => void
  /** Fetches what the way to `href` will need. */
  prepare: (href: string) => void
}

export const NavigationContext = createContext<Navigation | null>(null)

/** The navigation of the screen that is shown, for what stands outside of it, such as a toast. */
export const shown: { navigation: Navigation | null } = { navigation: null }

/** Where the reader is, and the ways on. */
export function useNavigation(): Navigation {
  const navigation = use(NavigationContext)
  if (!navigation) throw new Error('No navigation')
  return navigation
}
