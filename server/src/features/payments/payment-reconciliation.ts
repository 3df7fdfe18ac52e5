import type { RecordFailure } from '../../failure-metrics.ts'
import type { Database } from '../../platform/database/database.ts'
import { drainQueue } from '../../platform/jobs/drain.ts'
import { repeatWork } from '../../platform/jobs/repeated-work.ts'
import { describeError, type Logger } from '../../platform/logging/logger.ts'
import type { IssuedClientSecrets } from './attempts/issued-client-secrets.ts'
import type { PaymentAttemptService } from './attempts/payment-attempt.service.ts'
import type { PaymentBlockService } from './attempts/payment-block.service.ts'
import type { PaymentHoldService } from './attempts/payment-hold.service.ts'
import type { OurAccountService } from './our-account.service.ts'
import type { OurAccount } from './our-account.ts'
import type { Followers } from './ports.ts'
import type { PaymentCancellationService } from './requests/payment-cancellation.service.ts'
import type { PaymentExpiryService } from './requests/payment-expiry.service.ts'
import type { SellerService } from './selling/seller.service.ts'
import {
  checkQueue,
  findPendingPaymentRequestsOnOtherAccounts,
  isPublished,
  type PaymentRequestRow,
} from './settlement/payment-request.repository.ts'
import type { SettlementService } from './settlement/settlement.service.ts'
import type { StripeEventService } from './stripe-events/stripe-event.service.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const EVERY_MS = MINUTE_MS
/** Storage period of Stripe events (ms). Stripe retries for three days, and can resend an event by hand for 30 days. */
const KEPT_MS = 35 * DAY_MS
/** Maximum payment requests of other Stripe accounts that are rejected per batch. */
const AT_A_TIME = 10
/** Maximum events deleted per statement, to keep statements short. */
const FORGOTTEN_AT_A_TIME = 1000

export interface PaymentReconciliationOptions {
  db: Database
  settlement: SettlementService
  cancellations: PaymentCancellationService
  attempts: Pick<PaymentAttemptService, 'recordNewOfIntent' | 'forgetOld'>
  blocks: Pick<PaymentBlockService, 'cancelDue'>
  holds: Pick<PaymentHoldService, 'withdrawDue'>
  secrets: Pick<IssuedClientSecrets, 'settled'>
  expiry: Pick<PaymentExpiryService, 'advanceDue'>
  ourAccount: Pick<OurAccountService, 'now'>
  sellers: Pick<SellerService, 'readDue'>
  followers: Pick<Followers, 'advanceDue'>
  events: StripeEventService
  logger: Logger
  recordFailure: RecordFailure
  everyMs: number | undefined
}

/**
 * Checks payments whose notification is missing after a lost webhook, a closed browser or a killed server. Runs at the
 * start and every minute; several servers share the work.
 */
export function startPaymentReconciliation({
  db,
  settlement,
  cancellations,
  attempts,
  blocks,
  holds,
  secrets,
  expiry,
  ourAccount,
  sellers,
  followers,
  events,
  logger,
  recordFailure,
  everyMs,
}: PaymentReconciliationOptions): () => Promise<void> {
  const deps = { db, logger, recordFailure }
  const rejectForeignRequests = createForeignRequestRejector(deps, settlement)

  async function checkPaymentRequest(row: PaymentRequestRow): Promise<void> {
    if (!isPublished(row)) return settlement.cancel(row)
    const intent = await settlement.settleLate(row.id)
    if (intent) await attempts.recordNewOfIntent(intent)
  }

  async function runReconciliation(leaving: AbortSignal): Promise<void> {
    const ours = await ourAccount.now().catch(() => null)
    if (ours) await rejectForeignRequests(ours, leaving)
    await drainQueue(deps, checkQueue, checkPaymentRequest, { failure: 'payment', leaving })
    if (!leaving.aborted) await cancellations.cancelDue()
    if (!leaving.aborted) await blocks.cancelDue()
    if (!leaving.aborted) await holds.withdrawDue()
    await events.handleDue(leaving)
    await expiry.advanceDue(leaving)
    await followers.advanceDue(leaving)
    if (ours) await sellers.readDue(leaving)
    if (!leaving.aborted) await attempts.forgetOld()
    while (!leaving.aborted && (await events.forgetOld(FORGOTTEN_AT_A_TIME, KEPT_MS)) === FORGOTTEN_AT_A_TIME);
  }

  const reconcile = (leaving: AbortSignal): Promise<void> =>
    runReconciliation(leaving).catch((error: unknown) => {
      logger.warn({ reason: describeError(error) }, 'reconciling payments failed')
      recordFailure('payment')
    })
  // A stop may interrupt the reconciliation. Interrupted work is due again soon.
  const stop = repeatWork(reconcile, everyMs ?? EVERY_MS)
  return async () => {
    await stop()
    await cancellations.settled()
    await secrets.settled()
  }
}

/** Rejects requests of another Stripe account or mode after a change of keys. Does nothing after one complete run. */
function createForeignRequestRejector(
  deps: Pick<PaymentReconciliationOptions, 'db' | 'logger' | 'recordFailure'>,
  settlement: SettlementService,
): (ours: OurAccount, leaving: AbortSignal) => Promise<void> {
  let hasRejected = false
  return async (ours, leaving) => {
    if (hasRejected) return
    let after: string | undefined
    const others = {
      name: 'payment_requests.stripe_account',
      atATime: AT_A_TIME,
      toIds: ({ id }: PaymentRequestRow) => ({ id }),
      claim: async () => {
        const rows = await findPendingPaymentRequestsOnOtherAccounts(deps.db, ours, after, AT_A_TIME)
        after = rows.at(-1)?.id
        return rows
      },
    }
    await drainQueue(deps, others, (row) => settlement.rejectForeign(row), { failure: 'payment', leaving })
    hasRejected = !leaving.aborted
  }
}
