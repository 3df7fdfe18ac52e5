import { accountPermissions } from './account-permissions.ts'
import { notificationPermissions } from './notification-permissions.ts'
import { operationsPermissions } from './operations-permissions.ts'
import { paymentPermissions } from './payment-permissions.ts'
import { expectedOf, type PermissionRow } from './permission-row.ts'
import { CALLERS, OPERATORS } from './permission-scene.ts'
import { profilePermissions } from './profile-permissions.ts'
import { receiptPermissions } from './receipt-permissions.ts'
import { requestPermissions } from './request-permissions.ts'
import { reviewPermissions } from './review-permissions.ts'
import { roomPermissions } from './room-permissions.ts'
import { safetyPermissions } from './safety-permissions.ts'

/**
 * Who may do what. The service tests try all of it on a server in their own process, and `npm run attack` on one that
 * runs as people run it.
 */
export const PERMISSIONS: readonly PermissionRow[] = [
  ...profilePermissions,
  ...requestPermissions,
  ...roomPermissions,
  ...paymentPermissions,
  ...receiptPermissions,
  ...accountPermissions,
  ...notificationPermissions,
  ...reviewPermissions,
  ...safetyPermissions,
  ...operationsPermissions,
]

/** The table's cells: each row by each caller. */
export const PERMISSION_CELLS = PERMISSIONS.flatMap((row) =>
  [...CALLERS, ...(row.isForOperators === true ? OPERATORS : [])].map((who) => ({
    ...row,
    who,
    outcome: expectedOf(row, who),
  })),
)

/** Whether an operation is there for whoever runs the site alone. */
export function isForOperators(operation: string): boolean {
  return PERMISSIONS.some((row) => row.calls === operation && row.isForOperators === true)
}

/** Whether a visitor may call an operation at all: no row of it has them log in first. */
export function isForVisitors(operation: string): boolean {
  const rows = PERMISSIONS.filter(({ calls }) => calls === operation)
  if (rows.length === 0 || isForOperators(operation)) return false
  return rows.every((row) => !/^(?:401|refused)\b/u.test(expectedOf(row, 'anonymous')))
}
