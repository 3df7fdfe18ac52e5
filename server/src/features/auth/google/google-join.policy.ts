export interface Joinable {
  emailVerified: boolean
  /** True when the account's holder or a password reset confirmed the address. */
  hasConfirmation: boolean
  hasPassword: boolean
  hasGoogle: boolean
}

/**
 * Decides if a Google account may join the account with the same address. Another person may have created that
 * account as a trap for the address's owner, or the address may have a new owner.
 * - `join`: the account's holder confirmed the address.
 * - `replace`: only a link confirmed the address, or the account has no way to log in. All earlier access ends.
 * - `ask`: the account's password is required.
 * - `refuse`: the account has no password to ask for.
 */
export function decideGoogleJoin(found: Joinable): 'join' | 'replace' | 'ask' | 'refuse' {
  if (found.hasGoogle) return found.hasPassword ? 'ask' : 'refuse'
  if (!found.hasPassword) return 'replace'
  if (!found.emailVerified) return 'ask'
  return found.hasConfirmation ? 'join' : 'replace'
}
