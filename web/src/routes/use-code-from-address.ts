import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Code of a mailed link, after its removal from the address. */
    mailCode?: string
    typedEmail?: string
  }
}

/**
 * Reads and removes a mailed code, to keep it out of the history and shared addresses; survives a reload.
 * @param name of the query parameter; `#` for the fragment
 * @returns null without a code
 */
export function useCodeFromAddress(name: 'oobCode' | 'code' | '#'): string | null {
  const { searchStr, hash, state, pathname } = useLocation()
  const navigate = useNavigate()
  const inAddress = name === '#' ? hash || null : new URLSearchParams(searchStr).get(name)
  const [code] = useState(() => inAddress || state.mailCode || null)
  const [ownPath] = useState(pathname)
  useEffect(() => {
    // The next screen's fragment is no code.
    if (inAddress === null || pathname !== ownPath) return
    void navigate({ to: pathname, replace: true, state: code === null ? {} : { mailCode: code } })
  }, [inAddress, code, navigate, pathname, ownPath])
  return code
}
