import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The code of a link from a mail, once it has been removed from the address. */
    mailCode?: string
    /** The email address that was typed on another screen about signing in. */
    typedEmail?: string
  }
}

/**
 * The one-time code of a link from a mail. It is removed from the address at once, so that it stays neither in the
 * browser's history nor in a shared address; a reload still finds it.
 * @param name of the query parameter; `#` for the fragment
 * @returns null where the address has none
 */
export function useCodeFromAddress(name: 'oobCode' | 'code' | '#'): string | null {
  const { searchStr, hash, state, pathname } = useLocation()
  const navigate = useNavigate()
  const inAddress = name === '#' ? hash || null : new URLSearchParams(searchStr).get(name)
  const [code] = useState(() => inAddress || state.mailCode || null)
  const [ownPath] = useState(pathname)
  useEffect(() => {
    // The fragment of the screen that comes next is no code.
    if (inAddress === null || pathname !== ownPath) return
    void navigate({ to: pathname, replace: true, state: code === null ? {} : { mailCode: code } })
  }, [inAddress, code, navigate, pathname, ownPath])
  return code
}
