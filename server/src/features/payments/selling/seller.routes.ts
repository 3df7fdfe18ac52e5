import { countSharedCall, implementation, requireViewer } from '../../../implementation.ts'
import type { SellerService } from './seller.service.ts'

export interface SellerProcedures {
  sellers: SellerService
  /** @throws Refusal TOO_MANY_ATTEMPTS */
  countOnboarding: (userId: string) => Promise<void>
  /** Counts all other calls to Stripe. @throws Refusal TOO_MANY_ATTEMPTS */
  count: (userId: string) => Promise<void>
}

export function createSellerProcedures({ sellers, countOnboarding, count }: SellerProcedures) {
  const { payments } = implementation
  return {
    account: payments.account.handler(({ context }) => sellers.account(requireViewer(context).userId)),
    refreshAccount: payments.refreshAccount.handler(async ({ context }) =>
      sellers.refresh(await countSharedCall(context, count)),
    ),
    onboard: payments.onboard.handler(async ({ context }) => {
      const viewer = requireViewer(context)
      await countOnboarding(viewer.userId)
      return sellers.onboard(viewer)
    }),
    dashboard: payments.dashboard.handler(async ({ context }) =>
      sellers.dashboardLink(await countSharedCall(context, count)),
    ),
  }
}
