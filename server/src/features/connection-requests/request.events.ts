import type { ConnectionRequest } from '@kundig/contract/connection-requests/connection-requests.contract'

import type { LiveServer } from '../../platform/live/live-server.ts'

/** What connection requests announce, always after the commit. Views: the request as each person sees it, by id. */
export function createRequestEvents(live: Pick<LiveServer, 'emitToUser'>) {
  return {
    created: (views: ReadonlyMap<string, ConnectionRequest>): void => {
      for (const [userId, request] of views) live.emitToUser(userId, 'request.created', request)
    },
    decided: (views: ReadonlyMap<string, ConnectionRequest>): void => {
      for (const [userId, request] of views) live.emitToUser(userId, 'request.decided', request)
    },
  }
}

export type RequestEvents = ReturnType<typeof createRequestEvents>
