import { randomBytes } from 'node:crypto'

import { z } from 'zod'

import { createNoSuchError } from '../core/api-error.ts'
import { withAccount } from '../core/call.ts'
import type { Work } from '../core/call.ts'
import { makeMovement } from '../objects/balance/made-movements.ts'
import { makePayout, changePayoutStatus } from '../objects/balance/payout-flow.ts'
import { settlePendingCharges } from '../objects/charges/charges.ts'
import { readFees } from '../objects/charges/stripe-fees.ts'
import { findObjectInAllAccounts, getObject } from '../store/object-store.ts'
import type { Declare } from './command.ts'

const account = z.string().optional()
const currency = z
  .string()
  .regex(/^[a-z]{3}$/)
  .default('eur')
const cents = z.int().min(0)

/** @throws ApiError 404 for an account that is not connected */
async function scopeWorkToAccount(work: Work, of: string | undefined): Promise<Work> {
  if (of === undefined || of === work.tx.platform) return work
  await getObject(work.tx, 'v2.core.account', of)
  return withAccount(work, of)
}

export function registerMoneyCommands(command: Declare): void {
  command('/balance_transactions', {
    body: z.strictObject({
      account,
      amount: z.int(),
      available_on: z.int().min(0).optional(),
      balance_type: z.string().default('payments'),
      currency,
      description: z.string().optional(),
      fee: z.int().default(0),
      reporting_category: z.string().optional(),
      source: z.string().nullable().default(null),
      type: z.string().min(1),
    }),
    act: async (work, { account: of, available_on, balance_type, description, reporting_category, ...made }) =>
      makeMovement(await scopeWorkToAccount(work, of), {
        ...made,
        balanceType: balance_type,
        ...(available_on === undefined ? {} : { availableOn: available_on }),
        ...(description === undefined ? {} : { description }),
        ...(reporting_category === undefined ? {} : { category: reporting_category }),
      }),
  })

  command('/fees', {
    body: z.strictObject({
      basis_points: cents.max(10_000).optional(),
      fixed: cents.optional(),
      dispute: cents.optional(),
      settle_days: cents.max(365).optional(),
    }),
    act: async (work, { basis_points, fixed, dispute, settle_days }) => {
      const before = await readFees(work)
      const fees = {
        basisPoints: basis_points ?? before.basisPoints,
        fixed: fixed ?? before.fixed,
        dispute: dispute ?? before.dispute,
        settleDays: settle_days ?? before.settleDays,
      }
      await work.tx.query('UPDATE settings SET fees = $1', [JSON.stringify(fees)])
      return fees
    },
  })

  command('/charges/settling', {
    body: z.strictObject({ waits: z.boolean() }),
    act: async (work, { waits }) => {
      await work.tx.query('UPDATE settings SET settling_waits = $1', [waits])
      return { waits, settled: waits ? 0 : await settlePendingCharges(work) }
    },
  })

  command('/payouts', {
    body: z.strictObject({
      account,
      amount: z.int().min(1).optional(),
      arrival_date: z.int().min(0).optional(),
      currency,
      description: z.string().default('STRIPE PAYOUT'),
    }),
    act: async (work, { account: of, amount, arrival_date: arrivalDate, ...payout }) =>
      makePayout(await scopeWorkToAccount(work, of), { ...payout, amount, arrivalDate }),
  })

  for (const status of ['in_transit', 'paid', 'failed', 'canceled'] as const) {
    command(`/payouts/:id/${status}`, {
      body: z.strictObject({
        failure_code: z.string().default('account_closed'),
        failure_message: z.string().default('The bank account has been closed.'),
      }),
      act: async (work, { failure_code: code, failure_message: message }, id) => {
        const payout = await findObjectInAllAccounts(work.tx, id)
        if (payout === undefined) throw createNoSuchError('payout', id)
        return changePayoutStatus(withAccount(work, payout.account), id, status, { code, message })
      },
    })
  }

  command('/platform', {
    body: z.strictObject({
      account: z
        .string()
        .regex(/^acct_\w+$/)
        .optional(),
    }),
    act: async ({ tx }, { account: named }) => {
      const id = named ?? `acct_${randomBytes(8).toString('hex')}`
      await tx.query('UPDATE settings SET platform_account = $1', [id])
      return { account: id, before: tx.platform }
    },
  })
}
