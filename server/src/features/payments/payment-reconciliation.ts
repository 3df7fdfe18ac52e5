import type { NoteFailure } from '../../failures.ts'
import type { Database } from '../../platform/database/database.ts'
import { drain } from '../../platform/jobs/drain.ts'
import { repeat } from '../../platform/jobs/repeated-work.ts'
import { describeError, type Logger } from '../../platform/logging/logger.ts'
import type { HandedOutSecrets } from './attempts/handed-out-secrets.ts'
import type { PaymentAttemptService } from './attempts/payment-attempt.service.ts'
import type { PaymentBlockService } from './attempts/payment-block.service.ts'
import type { PaymentPauseService } from './attempts/payment-pause.service.ts'
import type { OurAccountService } from './our-account.service.ts'
import type { OurAccount } from './our-account.ts'
import type { Followers } from './ports.ts'
import type { PaymentCancellationService } from './requests/payment-cancellation.service.ts'
import type { PaymentExpiryService } from './requests/payment-expiry.service.ts'
import type { SellerService } from './selling/seller.service.ts'
import {
  checkQueue,
  findOfOthers,
  isPublished,
  type PaymentRequestRow,
} from './settlement/payment-request.repository.ts'
import type { SettlementService } from './settlement/settlement.service.ts'
import type { StripeEventService } from './stripe-events/stripe-event.service.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** How often the reconciliation checks what is due (ms). */
const EVERY_MS = MINUTE_MS
/**
 * Events are kept to know those that come twice, and to look at. Stripe tries for three days, sends by hand what is up
 * to 30 days old, and has nothing older itself.
 */
const KEPT_MS = 35 * DAY_MS
/** Payments of other accounts that are ended at a time. */
const AT_A_TIME = 10
/** So many events are deleted at a time: no statement takes long. */
const FORGOTTEN_AT_A_TIME = 1000

export interface PaymentReconciliationOptions {
  db: Database
  settlement: SettlementService
  cancellations: PaymentCancellationService
  attempts: Pick<PaymentAttemptService, 'takeInBy' | 'forgetOld'>
  blocks: Pick<PaymentBlockService, 'cancelDue'>
  pauses: Pick<PaymentPauseService, 'withdrawDue'>
  secrets: Pick<HandedOutSecrets, 'settled'>
  expiry: Pick<PaymentExpiryService, 'advanceDue'>
  ourAccount: Pick<OurAccountService, 'now'>
  sellers: Pick<SellerService, 'readDue'>
  followers: Pick<Followers, 'advanceDue'>
  events: StripeEventService
  logger: Logger
  noteFailure: NoteFailure
  /** How often it checks (ms). */
  everyMs: number | undefined
}

/**
 * Checks payments of which nobody tells us: a webhook that was lost, a browser that was closed, a server that was
 * killed. At the start and every minute; several servers share the work. It also ends requests whose time is over,
 * does the due work of refunds and the books, reads sellers' accounts of which nothing was heard, and deletes old events of
 * Stripe's.
 * @returns ends it, and lets what is under way finish, if that does not take long
 */
export function startPaymentReconciliation({
  db,
  settlement,
  cancellations,
  attempts,
  blocks,
  pauses,
  secrets,
  expiry,
  ourAccount,
  sellers,
  followers,
  events,
  logger,
  noteFailure,
  everyMs,
}: PaymentReconciliationOptions): () => Promise<void> {
  const deps = { db, logger, noteFailure }

  async function check(row: PaymentRequestRow): Promise<void> {
    if (!isPublished(row)) return settlement.cancel(row)
    const intent = await settlement.settleLate(row.id)
    if (intent) await attempts.takeInBy(intent)
  }

  /** What belongs to another account or mode than ours, as the keys are others than before, ends; looked for once. */
  let hasEndedOthers = false
  async function endOthers(ours: OurAccount, leaving: AbortSignal): Promise<void> {
    if (hasEndedOthers) return
    let after: string | undefined
    const others = {
      name: 'payment_requests.stripe_account',
      atATime: AT_A_TIME,
      idsOf: ({ id }: PaymentRequestRow) => ({ id }),
      claim: async () => {
        const rows = await findOfOthers(db, ours, after, AT_A_TIME)
        after = rows.at(-1)?.id
        return rows
      },
    }
    await drain(deps, others, (row) => settlement.endOfOthers(row), { failure: 'payment', leaving })
    hasEndedOthers = !leaving.aborted
  }

  async function checkAll(leaving: AbortSignal): Promise<void> {
    const ours = await ourAccount.now().catch(() => null)
    if (ours) await endOthers(ours, leaving)
    await drain(deps, checkQueue, check, { failure: 'payment', leaving })
    if (!leaving.aborted) await cancellations.cancelDue()
    if (!leaving.aborted) await blocks.cancelDue()
    if (!leaving.aborted) await pauses.withdrawDue()
    await events.handleDue(leaving)
    await expiry.advanceDue(leaving)
    await followers.advanceDue(leaving)
    if (ours) await sellers.readDue(leaving)
    if (!leaving.aborted) await attempts.forgetOld()
    while (!leaving.aborted && (await events.forgetOld(FORGOTTEN_AT_A_TIME, KEPT_MS)) === FORGOTTEN_AT_A_TIME);
  }

  const reconcile = (leaving: AbortSignal): Promise<void> =>
    checkAll(leaving).catch((error: unknown) => {
      logger.warn({ reason: describeError(error) }, 'payments were not swept')
      noteFailure('payment')
    })
  // Whatever is cut off is due again soon, and done then.
  const stop = repeat(reconcile, everyMs ?? EVERY_MS)
  return async () => {
    await stop()
    await cancellations.settled()
    await secrets.settled()
  }
}
