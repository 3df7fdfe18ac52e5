import { isErrorCode, Refusal } from '@kundig/contract/errors'

/** Reads a refusal from an answer's JSON. @returns null for a proxy's answer or an unknown error code */
export function parseRefusal(body: unknown): Refusal | null {
  if (typeof body !== 'object' || body === null || !('code' in body)) return null
  const { code } = body
  if (!isErrorCode(code) || code === 'UNEXPECTED') return null
  const data = 'data' in body ? body.data : null
  const field = typeof data === 'object' && data !== null && 'field' in data ? data.field : undefined
  return new Refusal(code, typeof field === 'string' ? field : undefined)
}
