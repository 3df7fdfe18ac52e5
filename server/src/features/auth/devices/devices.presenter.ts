import { type Device, device } from '@kundig/contract/auth/auth.contract'

import { toWire } from '../../../platform/wire/to-wire.ts'

const USER_AGENT_MAX = 300

const toDevice = toWire(device)

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
