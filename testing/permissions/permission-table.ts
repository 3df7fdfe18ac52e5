import { accountPermissions } from './account-permissions.ts'
import { appointmentPermissions } from './appointment-permissions.ts'
import { notificationPermissions } from './notification-permissions.ts'
import { operationsPermissions } from './operations-permissions.ts'
import { paymentPermissions } from './payment-permissions.ts'
import { CALLERS, OPERATORS } from './permission-fixture.ts'
import { findExpectedOutcome, type PermissionRow } from './permission-row.ts'
import { profilePermissions } from './profile-permissions.ts'
import { receiptPermissions } from './receipt-permissions.ts'
import { requestPermissions } from './request-permissions.ts'
import { reviewPermissions } from './review-permissions.ts'
import { roomPermissions } from './room-permissions.ts'
import { safetyPermissions } from './safety-permissions.ts'

/** Permissions by operation and caller. Service tests try them in process, `npm run attack` on a real server. */
export const PERMISSIONS: readonly PermissionRow[] = [
  ...profilePermissions,
  ...requestPermissions,
  ...roomPermissions,
  ...appointmentPermissions,
  ...paymentPermissions,
  ...receiptPermissions,
  ...accountPermissions,
  ...notificationPermissions,
  ...reviewPermissions,
  ...safetyPermissions,
  ...operationsPermissions,
]

export const PERMISSION_CELLS = PERMISSIONS.flatMap((row) =>
  [...CALLERS, ...(row.isForOperators === true ? OPERATORS : [])].map((who) => ({
    ...row,
    who,
    outcome: findExpectedOutcome(row, who),
  })),
)

export function isForOperators(operation: string): boolean {
  return PERMISSIONS.some((row) => row.calls === operation && row.isForOperators === true)
}

/** True if no row of an operation requires a session. */
export function isForVisitors(operation: string): boolean {
  const rows = PERMISSIONS.filter(({ calls }) => calls === operation)
  if (rows.length === 0 || isForOperators(operation)) return false
  return rows.every((row) => !/^(?:401|refused)\b/u.test(findExpectedOutcome(row, 'anonymous')))
}
