import type { ErrorCode } from '@kundig/contract/errors'

/** Returns why a person cannot block another one, or null. */
export function blockRefusal({ viewerId, personId }: { viewerId: string; personId: string }): ErrorCode | null {
  return viewerId === personId ? 'BLOCK_OF_SELF' : null
}
