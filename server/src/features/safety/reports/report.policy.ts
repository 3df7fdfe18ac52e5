import type { ErrorCode } from '@kundig/contract/errors'

/** Returns why a person cannot report another one's subject, or null. */
export function reportRefusal({ viewerId, aboutId }: { viewerId: string | null; aboutId: string }): ErrorCode | null {
  return viewerId === aboutId ? 'REPORT_OF_SELF' : null
}
