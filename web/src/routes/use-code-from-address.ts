import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Code of a mailed link, stored here after its removal from the address. */
    mailCode?: string
    typedEmail?: string
  }
}

/**
 * Moves a mailed code from the address, which may be shared, to the history entry's state, which survives a reload.
 * @param name query parameter with the code; `#` for the fragment
 * @returns null without a code
 */
export function useCodeFromAddress(name: 'oobCode' | 'code' | '#'): string | null {
  const { searchStr, hash, state, pathname } = useLocation()
  const navigate = useNavigate()
  const inAddress = name === '#' ? hash || null : new URLSearchParams(searchStr).get(name)
  const [code] = useState(() => inAddress || state.mailCode || null)
  const [ownPath] = useState(pathname)
  useEffect(() => {
    // During a navigation, the fragment may already belong to the next screen.
    if (inAddress === null || pathname !== ownPath) return
    void navigate({ to: pathname, replace: true, state: code === null ? {} : { mailCode: code } })
  }, [inAddress, code, navigate, pathname, ownPath])
  return code
}
