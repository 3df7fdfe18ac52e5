export interface Joinable {
  emailVerified: boolean
  /** True when the account's holder, or a reset, confirmed the address. */
  hasConfirmation: boolean
  hasPassword: boolean
  hasGoogle: boolean
}

/**
 * Terms on which a Google account joins an account with its address. Another person may have created that account to
 * wait for the address's owner; an address may have a new owner by now.
 * - `join`: the account's holder confirmed the address.
 * - `replace`: at most a link confirmed it, or there is no other way to log in. Every earlier way to log in ends.
 * - `ask`: the account's password is required.
 * - `refuse`: there is no password to ask for.
 */
export function joinTerms(found: Joinable): 'join' | 'replace' | 'ask' | 'refuse' {
  if (found.hasGoogle) return found.hasPassword ? 'ask' : 'refuse'
  if (!found.hasPassword) return 'replace'
  if (!found.emailVerified) return 'ask'
  return found.hasConfirmation ? 'join' : 'replace'
}
