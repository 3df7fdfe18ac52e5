/** What somebody who runs the site may do, the most first. */
export const OPERATOR_ROLES = ['owner', 'moderator', 'viewer'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]
