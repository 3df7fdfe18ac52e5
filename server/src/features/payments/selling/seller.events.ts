import type { SellerAccount } from '@kundig/contract/payments/payments.contract'

import type { LiveServer } from '../../../platform/live/live-server.ts'

export function createSellerEvents(live: Pick<LiveServer, 'emitToUser'>) {
  return {
    updated: (userId: string, account: SellerAccount): void => live.emitToUser(userId, 'seller.updated', account),
  }
}

export type SellerEvents = ReturnType<typeof createSellerEvents>
