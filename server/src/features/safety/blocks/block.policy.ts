import type { ErrorCode } from '@kundig/contract/errors'

export function findBlockRefusal({ viewerId, personId }: { viewerId: string; personId: string }): ErrorCode | null {
  return viewerId === personId ? 'BLOCK_OF_SELF' : null
}
