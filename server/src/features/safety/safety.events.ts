import type { BlockChange } from '@kundig/contract/safety/safety.contract'

import type { LiveServer } from '../../platform/live/live-server.ts'

export function createSafetyEvents(live: Pick<LiveServer, 'emitToUser'>) {
  return {
    blockChanged: (blockerId: string, change: BlockChange): void => live.emitToUser(blockerId, 'block.changed', change),
  }
}

export type SafetyEvents = ReturnType<typeof createSafetyEvents>
