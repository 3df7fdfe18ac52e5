/** What somebody who runs the site may do, the most first. */
export const OPERATOR_ROLES = ['owner', 'moderator', 'viewer'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]

/** Whether a role may do what another one may. */
export function mayDoAs(role: OperatorRole, needed: OperatorRole): boolean {
  return OPERATOR_ROLES.indexOf(role) <= OPERATOR_ROLES.indexOf(needed)
}
