import type { Device } from '@kundig/contract/auth/auth.contract'

/** More of what a browser calls itself tells nobody anything. */
const USER_AGENT_MAX = 300

/** A session for its owner; `currentId` is the one that they are looking from. */
export function presentDevice(
  session: { id: string; userAgent: string | null; createdAt: Date; updatedAt: Date },
  currentId: string,
): Device {
  return {
    id: session.id,
    user_agent: session.userAgent?.slice(0, USER_AGENT_MAX) || null,
    created_at: session.createdAt.toISOString(),
    updated_at: session.updatedAt.toISOString(),
    is_current: session.id === currentId,
  }
}
