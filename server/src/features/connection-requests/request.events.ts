import type { ConnectionRequest } from '@kundig/contract/connection-requests/connection-requests.contract'

import type { LiveServer } from '../../platform/live/live-server.ts'

export function createRequestEvents(live: Pick<LiveServer, 'emitToUser'>) {
  return {
    created: (viewsByUser: ReadonlyMap<string, ConnectionRequest>): void => {
      for (const [userId, request] of viewsByUser) live.emitToUser(userId, 'request.created', request)
    },
    decided: (viewsByUser: ReadonlyMap<string, ConnectionRequest>): void => {
      for (const [userId, request] of viewsByUser) live.emitToUser(userId, 'request.decided', request)
    },
  }
}

export type RequestEvents = ReturnType<typeof createRequestEvents>
