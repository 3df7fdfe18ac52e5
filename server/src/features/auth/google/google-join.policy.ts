/** Account with the address that Google confirms. */
export interface Joinable {
  emailVerified: boolean
  /** True when the confirmation method of the address is known: by the account's holder, or by a reset. */
  hasConfirmation: boolean
  hasPassword: boolean
  /** True when another Google account is linked. */
  hasGoogle: boolean
}

/**
 * Returns the terms on which a Google account joins an account with the same address. Another person may have created
 * that account to wait for the owner of the address. An address may have a new owner by now.
 *
 * - `join`: the account's holder confirmed the address.
 * - `replace`: the address was confirmed, if at all, by a link alone, or there is no other way to log in. Every earlier
 * way to log in ends.
 * - `ask`: the account's password is required.
 * - `refuse`: there is no password to ask for.
 */
export function joinTerms(found: Joinable): 'join' | 'replace' | 'ask' | 'refuse' {
  if (found.hasGoogle) return found.hasPassword ? 'ask' : 'refuse'
  if (!found.hasPassword) return 'replace'
  if (!found.emailVerified) return 'ask'
  return found.hasConfirmation ? 'join' : 'replace'
}
