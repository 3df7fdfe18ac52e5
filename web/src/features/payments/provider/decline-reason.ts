import type { ProviderFailure } from './provider-failure.ts'

/** Reason why a card was refused. `abandoned`: the buyer closed the bank's question unanswered. */
export type DeclineReason = ProviderFailure | 'abandoned'

/** Reasons after which money may have moved. The provider's state is read before a result is shown. */
const UNCLEAR: readonly DeclineReason[] = ['network', 'unavailable', 'over', 'unknown']

export function isOutcomeUnclear(reason: DeclineReason): boolean {
  return UNCLEAR.includes(reason)
}
