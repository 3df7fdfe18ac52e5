import { APPOINTMENTS, isCallLink } from '@kundig/contract/appointments/appointment-rules'
import type { ErrorCode } from '@kundig/contract/errors'

export const LINK_START = 'https://'

export function checkCallLink(typed: string): ErrorCode | null {
  const link = typed.trim()
  return link !== '' && link.length <= APPOINTMENTS.linkMax && isCallLink(link) ? null : 'CALL_LINK_INVALID'
}
