import type { ErrorCode } from '@kundig/contract/errors'

export function findReportRefusal({
  viewerId,
  aboutId,
}: {
  viewerId: string | null
  aboutId: string
}): ErrorCode | null {
  return viewerId === aboutId ? 'REPORT_OF_SELF' : null
}
