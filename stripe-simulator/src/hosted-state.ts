import type { Stripe } from 'stripe'

import type { Settings, Work } from './core/call.ts'
import type { Transaction } from './core/sql.ts'
import { toStoredId } from './core/stored-id.ts'
import { emitThinEvent } from './events/events.ts'
import type {
  Challenge,
  Dashboard,
  HostedActions,
  Onboarding,
  OnboardingOutcome,
  RefundChange,
} from './hosted/hosted-actions.ts'
import { toChargeOwnerId } from './objects/charges/charge-owner.ts'
import { endRefund, makeRefund } from './objects/charges/refund-flow.ts'
import { endChallenge, findChallenge } from './objects/intents/challenges.ts'
import type { ChallengeRow } from './objects/intents/challenges.ts'
import { settleChallengedPayment } from './objects/intents/payment-intent-flow.ts'
import { settleChallengedSetup } from './objects/intents/setup-intent-flow.ts'
import { endSession, lockSession, openLink } from './onboarding/links.ts'
import { changeRecipient, listDueRequirements, readTransferStatus } from './onboarding/recipient.ts'
import type { RecipientChange } from './onboarding/recipient.ts'
import type { Database } from './store/database.ts'
import type { Stored } from './store/object-kinds.ts'
import { findObject, getObject, listObjects, lockObject } from './store/object-store.ts'

const SHOWN_TRANSFERS = 100

export function createHostedActions(database: Database, settings: Settings, afterCommit: () => void): HostedActions {
  const inWork = async <T>(act: (work: Work) => Promise<T>): Promise<T> => {
    const result = await database.transaction((tx) => act({ tx, settings, request: null }))
    afterCommit()
    return result
  }
  return {
    challenge: (id) =>
      inWork(async ({ tx }) => {
        const row = await findChallenge(tx, id)
        return row === undefined ? undefined : toChallenge(tx, row)
      }),
    decideChallenge: (id, outcome) => inWork((work) => decideChallenge(work, id, outcome === 'pass')),
    openOnboarding: (token) => inWork(({ tx }) => openOnboarding(tx, token)),
    decideOnboarding: (session, outcome) =>
      inWork(async (work) => {
        const link = await lockSession(work.tx, session)
        if (link === undefined || link.kind !== 'onboarding') return undefined
        const returnUrl = link.return_url ?? link.refresh_url ?? settings.publicUrl
        if (link.outcome !== null) return { returnUrl }
        await endSession(work.tx, session, outcome)
        const account = await lockObject(work.tx, 'v2.core.account', link.account_id)
        await emitThinEvent(work, link.account_id, {
          type: 'v2.core.account_link.returned',
          data: { account_id: link.account_id, configurations: ['recipient'], use_case: 'account_onboarding' },
        })
        await changeRecipient(work, account, toRecipientChange(outcome, account))
        return { returnUrl }
      }),
    dashboard: (token) =>
      inWork(async ({ tx }) => {
        const opened = await openLink(tx, 'dashboard', token)
        if (opened?.session === undefined) return undefined
        return { dashboard: await readDashboard(tx, opened.link.account_id), session: opened.session }
      }),
    changeRefunds: (session, change) =>
      inWork(async (work) => {
        const link = await lockSession(work.tx, session)
        if (link === undefined || link.kind !== 'dashboard') return undefined
        await changeRefunds(work, link.account_id, change)
        return readDashboard(work.tx, link.account_id)
      }),
  }
}

async function decideChallenge(work: Work, id: string, hasPassed: boolean): Promise<Challenge | undefined> {
  const before = await findChallenge(work.tx, id)
  if (before === undefined) return undefined
  // Concurrent requests wait for the intent's row lock, so the challenge is read again under this lock.
  const isPayment = before.intent_id.startsWith('pi_')
  const payment = isPayment ? await lockObject(work.tx, 'payment_intent', before.intent_id) : undefined
  const setup = isPayment ? undefined : await lockObject(work.tx, 'setup_intent', before.intent_id)
  const row = (await findChallenge(work.tx, id)) ?? before
  const isAwaited = (payment ?? setup)?.hidden.challenge === id
  if (row.state !== 'open' || !isAwaited) return toChallenge(work.tx, row)
  const state = hasPassed ? 'passed' : 'failed'
  await endChallenge(work.tx, id, state)
  if (payment !== undefined) await settleChallengedPayment(work, payment, hasPassed)
  if (setup !== undefined) await settleChallengedSetup(work, setup, hasPassed)
  return toChallenge(work.tx, { ...row, state })
}

async function toChallenge(tx: Transaction, row: ChallengeRow): Promise<Challenge> {
  const isPayment = row.intent_id.startsWith('pi_')
  const payment = isPayment ? (await getObject(tx, 'payment_intent', row.intent_id)).data : undefined
  const intent = payment ?? (await getObject(tx, 'setup_intent', row.intent_id)).data
  const failed =
    intent.object === 'payment_intent'
      ? intent.last_payment_error?.payment_method?.id
      : intent.last_setup_error?.payment_method?.id
  const methodId = typeof intent.payment_method === 'string' ? intent.payment_method : failed
  const method = methodId === undefined ? undefined : await findObject(tx, 'payment_method', methodId)
  return {
    id: row.id,
    state: row.state,
    kind: isPayment ? 'payment' : 'setup',
    amount: payment?.amount ?? null,
    currency: payment?.currency ?? null,
    brand: method?.data.card?.brand ?? 'card',
    last4: method?.data.card?.last4 ?? '',
    returnUrl: row.return_url === null ? null : addIntentToUrl(row.return_url, intent),
  }
}

/** Adds the intent to the return address, like Stripe. */
function addIntentToUrl(
  returnUrl: string,
  intent: { id: string; object: string; client_secret: string | null },
): string {
  const url = new URL(returnUrl)
  url.searchParams.set(intent.object, intent.id)
  url.searchParams.set(`${intent.object}_client_secret`, intent.client_secret ?? '')
  url.searchParams.set('redirect_status', 'status' in intent && intent.status === 'succeeded' ? 'succeeded' : 'failed')
  return url.href
}

async function openOnboarding(
  tx: Transaction,
  token: string,
): Promise<{ onboarding: Onboarding; session: string } | { refreshUrl: string } | undefined> {
  const opened = await openLink(tx, 'onboarding', token)
  if (opened === undefined) return undefined
  if (opened.session === undefined) return { refreshUrl: opened.link.refresh_url ?? '/' }
  const account = await getObject(tx, 'v2.core.account', opened.link.account_id)
  return { onboarding: toOnboarding(account), session: opened.session }
}

function toOnboarding(account: Stored<'v2.core.account'>): Onboarding {
  const { data } = account
  return {
    accountId: data.id,
    displayName: data.display_name ?? null,
    email: data.contact_email ?? null,
    country: data.identity?.country ?? 'US',
    due: listDueRequirements(account),
  }
}

/** Changes after an onboarding. A rejected account stays rejected, and met requirements stay met. */
function toRecipientChange(outcome: OnboardingOutcome, account: Stored<'v2.core.account'>): RecipientChange {
  if (readTransferStatus(account) === 'rejected') return {}
  if (outcome === 'reject') return { progress: 'all', capability: 'rejected' }
  if (outcome === 'complete') return { progress: 'all', capability: 'active' }
  return listDueRequirements(account).length === 0 ? {} : { progress: 'half' }
}

async function readDashboard(tx: Transaction, accountId: string): Promise<Dashboard> {
  const { data } = await getObject(tx, 'v2.core.account', accountId)
  const { data: transfers } = await listObjects(tx, 'transfer', accountId, { limit: SHOWN_TRANSFERS })
  const sums = await tx.query<{ currency: string; amount: string }>(
    `SELECT data->>'currency' AS currency,
       sum((data->>'amount')::bigint - (data->>'amount_reversed')::bigint - (hidden->>'feeAmount')::bigint) AS amount
     FROM objects WHERE owner = $1 AND kind = 'transfer' GROUP BY 1 ORDER BY 1`,
    [accountId],
  )
  return {
    accountId,
    displayName: data.display_name ?? null,
    balances: sums.map(({ currency, amount }) => ({ currency, amount: Number(amount) })),
    transfers: await Promise.all(transfers.map((transfer) => readDashboardTransfer(tx, transfer))),
  }
}

async function readDashboardTransfer(
  tx: Transaction,
  transfer: Stripe.Transfer,
): Promise<Dashboard['transfers'][number]> {
  const { id, amount, currency, description, created } = transfer
  const charge = (await getObject(tx, 'charge', toStoredId(transfer.source_transaction))).data
  const { data: refunds } = await listObjects(tx, 'refund', toChargeOwnerId(charge), { limit: 10 })
  return {
    id,
    amount,
    currency,
    description,
    created,
    left: charge.amount - charge.amount_refunded,
    refunds: refunds.map((refund) => ({ id: refund.id, amount: refund.amount, status: refund.status ?? '' })),
  }
}

/** Changes an account's refunds. Ignores impossible changes and refunds of other sellers. */
async function changeRefunds(work: Work, accountId: string, change: RefundChange): Promise<void> {
  const { tx } = work
  const refund = change.do === 'refund' ? undefined : (await findObject(tx, 'refund', change.id))?.data
  const charged = refund === undefined ? undefined : (await findObject(tx, 'charge', toStoredId(refund.charge)))?.data
  const transferId = change.do === 'refund' ? change.id : charged?.transfer
  const transfer = typeof transferId === 'string' ? (await findObject(tx, 'transfer', transferId))?.data : undefined
  if (transfer?.destination !== accountId) return
  if (change.do !== 'refund') {
    if (refund?.status === 'pending' || (refund?.status === 'succeeded' && change.do === 'fail')) {
      await endRefund(work, change.id, change.do)
    }
    return
  }
  const charge = await lockObject(tx, 'charge', toStoredId(transfer.source_transaction))
  const left = charge.data.amount - charge.data.amount_refunded
  if (left !== change.left || change.amount > left) return
  const how = { amount: change.amount, reason: null, reversesTransfer: true, refundsFee: false, metadata: {} }
  await makeRefund(work, charge, how)
}
