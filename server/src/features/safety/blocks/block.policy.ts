import type { ErrorCode } from '@kundig/contract/errors'

/** May this person block that one? Null: yes. */
export function blockRefusal({ viewerId, personId }: { viewerId: string; personId: string }): ErrorCode | null {
  return viewerId === personId ? 'BLOCK_OF_SELF' : null
}
