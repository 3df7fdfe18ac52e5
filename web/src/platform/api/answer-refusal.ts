import { isErrorCode, Refusal } from '@kundig/contract/errors'

/**
 * Reads what a server's answer refuses, where it did not come by the API client: every error has the same shape.
 * @param body the answer's JSON, whatever it is
 * @returns null when it says nothing of use: something between us and the server spoke, or the server knows no reason
 */
export function refusalIn(body: unknown): Refusal | null {
  if (typeof body !== 'object' || body === null || !('code' in body)) return null
  const { code } = body
  if (!isErrorCode(code) || code === 'UNEXPECTED') return null
  const data = 'data' in body ? body.data : null
  const field = typeof data === 'object' && data !== null && 'field' in data ? data.field : undefined
  return new Refusal(code, typeof field === 'string' ? field : undefined)
}
