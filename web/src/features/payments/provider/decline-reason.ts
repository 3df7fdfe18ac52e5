import type { ProviderFailure } from './provider-failure.ts'

/** Reason for a card's refusal, or `abandoned`: the bank's question was closed unanswered. */
export type DeclineReason = ProviderFailure | 'abandoned'

/** After these it is unknown whether money moved: the provider is asked before anything is shown. */
const UNCLEAR: readonly DeclineReason[] = ['network', 'unavailable', 'over', 'unknown']

export function isUnclear(reason: DeclineReason): boolean {
  return UNCLEAR.includes(reason)
}
