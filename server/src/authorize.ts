import { type ErrorCode, Refusal } from '@kundig/contract/errors'

/** Throws a policy's refusal; null means allowed. @throws Refusal with the given code */
export function authorize(refusal: ErrorCode | null): void {
  if (refusal !== null) throw new Refusal(refusal)
}
