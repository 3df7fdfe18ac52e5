import { type ErrorCode, Refusal } from '@kundig/contract/errors'

/** Throws a policy's refusal; null allows. @throws Refusal with that code */
export function authorize(refusal: ErrorCode | null): void {
  if (refusal !== null) throw new Refusal(refusal)
}
