import { type ErrorCode, Refusal } from '@kundig/contract/errors'

/**
 * Goes on only where a policy allows it.
 * @param refusal the policy's answer: null where it does
 * @throws Refusal with that code
 */
export function authorize(refusal: ErrorCode | null): void {
  if (refusal !== null) throw new Refusal(refusal)
}
