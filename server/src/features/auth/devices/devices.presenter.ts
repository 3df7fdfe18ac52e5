import { type Device, device } from '@kundig/contract/auth/auth.contract'

import { toWire } from '../../../platform/wire/to-wire.ts'

/** More of what a browser calls itself tells nobody anything. */
const USER_AGENT_MAX = 300

const toDevice = toWire(device)

/** A session for its owner; `currentId` is the one that they are looking from. */
export function presentDevice(
  session: { id: string; userAgent: string | null; createdAt: Date; updatedAt: Date },
  currentId: string,
): Device {
  return {
    ...toDevice(session),
    user_agent: session.userAgent?.slice(0, USER_AGENT_MAX) || null,
    is_current: session.id === currentId,
  }
}
