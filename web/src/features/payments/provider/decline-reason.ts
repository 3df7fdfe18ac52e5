import type { ProviderFailure } from './provider-failure.ts'

/** Why a card was not taken, or `abandoned`: the bank's question was closed unanswered. */
export type DeclineReason = ProviderFailure | 'abandoned'

/** After these nobody knows whether money moved: the provider is asked before anything is said about it. */
const UNCLEAR: readonly DeclineReason[] = ['network', 'unavailable', 'over', 'unknown']

/** Whether a failure leaves open whether money moved. */
export function isUnclear(reason: DeclineReason): boolean {
  return UNCLEAR.includes(reason)
}
