import type { PushPayload } from '@kundig/contract/notifications/push-payload'

/** Maximum size of a payload that every push service accepts after encryption (bytes of UTF-8). */
export const PUSH_MAX_BYTES = 3000
const ELLIPSIS = '…'

/** Encodes a push as JSON. Cuts the end of a long body first, then the end of the title. */
export function encodePush(payload: PushPayload): string {
  return JSON.stringify(shortenField(shortenField(payload, 'body'), 'title'))
}

function shortenField(payload: PushPayload, field: 'body' | 'title'): PushPayload {
  const over = countBytes(payload) - PUSH_MAX_BYTES
  const text = payload[field]
  return over > 0 && text !== undefined ? { ...payload, [field]: shortenText(text, over) } : payload
}

function countBytes(payload: PushPayload): number {
  return Buffer.byteLength(JSON.stringify(payload))
}

/** Removes at least `bytes` bytes of JSON from the end of a text, without splitting a character. */
function shortenText(text: string, bytes: number): string {
  const characters = Array.from(text)
  const ends = bytes + Buffer.byteLength(ELLIPSIS)
  for (let freed = 0; freed < ends && characters.length > 0;) {
    freed += Buffer.byteLength(JSON.stringify(characters.pop())) - 2
  }
  return characters.length === 0 ? '' : characters.join('').trimEnd() + ELLIPSIS
}
