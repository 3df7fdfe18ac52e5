/** Content of the provider's return address. Only the server knows the outcome. */
export type ProviderReturn = { kind: 'card'; setupIntentId: string } | { kind: 'payment' } | { kind: 'nothing' }

/** Parses the provider's return address. Invalid values count as `nothing`. */
export function parseProviderReturn(search: string): ProviderReturn {
  const parameters = new URLSearchParams(search)
  const setupIntentId = parameters.get('setup_intent')
  if (setupIntentId !== null && /^seti_\w{1,200}$/u.test(setupIntentId)) return { kind: 'card', setupIntentId }
  return parameters.has('payment_intent') ? { kind: 'payment' } : { kind: 'nothing' }
}
