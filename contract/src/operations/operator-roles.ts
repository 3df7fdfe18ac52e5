export const OPERATOR_ROLES = ['owner', 'moderator', 'viewer'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]

export function isRoleAtLeast(role: OperatorRole, needed: OperatorRole): boolean {
  return OPERATOR_ROLES.indexOf(role) <= OPERATOR_ROLES.indexOf(needed)
}
