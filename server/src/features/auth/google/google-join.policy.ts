/** What is known of the account that has the address for which Google vouches. */
export interface Joinable {
  emailVerified: boolean
  /** Whether it is known how the address was confirmed: by whoever had the account, or by a reset. */
  hasConfirmation: boolean
  hasPassword: boolean
  /** Whether another Google account is linked. */
  hasGoogle: boolean
}

/**
 * On which terms a Google account joins an account that has the same address. Somebody else may have made that
 * account in order to wait for the owner of the address, and an address may have another owner by now.
 *
 * - `join`: the address was confirmed by whoever had the account.
 * - `replace`: it was confirmed, if at all, by whoever opened a link, or there is no other way in. Every way in that
 *   there was ends.
 * - `ask`: only whoever knows the password.
 * - `refuse`: there is none that could be asked for.
 */
export function joinTerms(found: Joinable): 'join' | 'replace' | 'ask' | 'refuse' {
  if (found.hasGoogle) return found.hasPassword ? 'ask' : 'refuse'
  if (!found.hasPassword) return 'replace'
  if (!found.emailVerified) return 'ask'
  return found.hasConfirmation ? 'join' : 'replace'
}
