import type { Stripe } from 'stripe'
import { beforeAll, describe, expect, it } from 'vitest'

import type { Books, Journal } from '@kundig/contract/operations/books.contract'
import type { Health } from '@kundig/contract/operations/health.contract'
import type { OperatorRole } from '@kundig/contract/operations/operator-roles'
import type { PaymentTimelineEntry } from '@kundig/contract/operations/payments-lookup.contract'
import type { PaymentMessage } from '@kundig/testing/payments/payment-environment'
import { usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import { makeOperator } from '@kundig/testing/people/operators'
import { toOutcome } from '@kundig/testing/people/outcome'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

import { startApp } from '../../../src/app.ts'
import { findFreePort } from '../../../src/platform/http/free-port.ts'

const app = useTestApp({
  payments: 'simulator',
  paymentReconcileMs: 150,
  operatorsNeedSecondFactor: false,
})
const environment = usePaymentEnvironment(app)
let moderator: Person
let owner: Person

beforeAll(async () => {
  moderator = await operator('moderator')
  owner = await operator('owner')
})

const SOON = { timeout: 30_000 }

const operator = async (role: OperatorRole): Promise<Person> => makeOperator(app, role, await app.signUp())

const books = () => app.must<Books>(moderator, 'GET', '/api/operations/books?range=30_days')
const runBalanceCheck = async () =>
  (await app.must<Pick<Books, 'looks'>>(moderator, 'POST', '/api/operations/books/balance-check', {})).looks
const euros = (looks: Books['looks']) => looks.find(({ currency }) => currency === 'eur')
const readHealth = async (kind: string) =>
  (await app.must<Health>(moderator, 'GET', '/api/operations/health')).resources.find((one) => one.kind === kind)

type Stored = { kind: string; amount: number; fee: number; net: number; own: boolean; seller_id: string | null }
async function listJournals(message: PaymentMessage) {
  const { intent } = await environment.stored(message)
  return app.sql<Stored>(
    `SELECT kind, amount::int, fee::int, net::int, payment_request_id = $2 AS own, seller_id
     FROM ledger_journals WHERE payment_intent = $1 ORDER BY created_at, stripe_balance_transaction`,
    [intent, message.payment_request_id],
  )
}
const listKinds = async (message: PaymentMessage) => (await listJournals(message)).map(({ kind }) => kind).toSorted()

async function atStripe(): Promise<Map<string, number>> {
  const nets = new Map<string, number>()
  for await (const { id, net } of environment.stripe.balanceTransactions.list({ limit: 100 })) nets.set(id, net)
  return nets
}
async function inBooks(): Promise<Map<string, number>> {
  const rows = await app.sql<{ id: string; net: number }>(
    'SELECT stripe_balance_transaction AS id, net::int FROM ledger_journals',
  )
  return new Map(rows.map(({ id, net }) => [id, net]))
}
const sorted = (nets: Map<string, number>) => Array.from(nets).toSorted(([one], [other]) => one.localeCompare(other))
async function expectWhole(): Promise<number> {
  await runBalanceCheck()
  expect(sorted(await inBooks())).toEqual(sorted(await atStripe()))
  expect(
    await app.sql(
      `SELECT j.id FROM ledger_journals j LEFT JOIN ledger_lines l ON l.journal_id = j.id GROUP BY j.id
       HAVING coalesce(sum(l.amount), 1) <> 0`,
    ),
  ).toEqual([])
  expect(
    await app.sql(
      `SELECT d.account FROM (SELECT account, sum(amount) AS sum FROM ledger_days GROUP BY 1) d
       FULL JOIN (SELECT account, sum(amount) AS sum FROM ledger_lines GROUP BY 1) l USING (account)
       WHERE d.sum IS DISTINCT FROM l.sum`,
    ),
  ).toEqual([])
  return (await inBooks()).size
}

describe('a payment in the ledger', () => {
  it('is posted soon after settlement: charge, our fee, transfer and Stripe’s fee', async () => {
    const deal = await environment.deal()
    const message = await environment.paid(deal, { amount: '35' })
    await expect.poll(() => listKinds(message), SOON).toEqual(['fee', 'payment', 'transfer'])
    const journals = await listJournals(message)
    expect(journals.every(({ own, seller_id: sellerId }) => own && sellerId === deal.seller.id)).toBe(true)
    const came = journals.find(({ kind }) => kind === 'payment')
    expect(came?.amount).toBe(3500)
    expect(came?.fee).toBeGreaterThan(0)
    const { money } = await app.must<{ items: PaymentTimelineEntry[]; money: Record<string, number> }>(
      moderator,
      'GET',
      `/api/operations/payments/${message.payment_request_id}/timeline`,
    )
    expect(money).toMatchObject({
      payments: 3500,
      fee: 175,
      transfers: -3500,
      stripe_cost: -(came?.fee ?? 0),
      change: 175 - (came?.fee ?? 0),
    })
    await expectWhole()
  })

  it('has journals for each partial refund and its transfer reversal', async () => {
    const deal = await environment.deal()
    const message = await environment.paid(deal, { amount: '35' })
    for (const amount of ['5', '10']) {
      expect(await environment.refund(deal.seller, message, { amount })).toMatchObject({ status: 200 })
    }
    await expect
      .poll(async () => (await listKinds(message)).filter((kind) => kind !== 'fee_refund'), SOON)
      .toEqual(['fee', 'payment', 'refund', 'refund', 'transfer', 'transfer_reversal', 'transfer_reversal'])
    expect(
      await app.sql(
        `SELECT count(DISTINCT refund_id)::int AS refunds FROM ledger_journals
         WHERE payment_request_id = $1 AND kind IN ('refund', 'transfer_reversal')`,
        [message.payment_request_id],
      ),
    ).toEqual([{ refunds: 2 }])
    await expectWhole()
  })

  it('has journals for a dispute, its fee and the money returned after a win', async () => {
    const deal = await environment.deal()
    const message = await environment.paid(deal, { amount: '35' })
    const { intent } = await environment.stored(message)
    const { id } = await environment.control<Stripe.Dispute>(`/payment_intents/${intent}/dispute`)
    await expect.poll(() => listKinds(message), SOON).toContain('dispute')
    await expect.poll(() => listKinds(message), SOON).toContain('transfer_reversal')
    const taken = (await listJournals(message)).find(({ kind }) => kind === 'dispute')
    expect(taken).toMatchObject({ amount: -3500, own: true })
    expect(taken?.fee).toBeGreaterThan(0)
    await environment.control(`/disputes/${id}/win`)
    await expect
      .poll(async () => (await listKinds(message)).filter((kind) => kind === 'dispute').length, SOON)
      .toBeGreaterThan(1)
    expect(
      await app.sql(
        `SELECT account, sum(l.amount)::int AS sum FROM ledger_lines l JOIN ledger_journals j ON j.id = journal_id
         WHERE payment_request_id = $1 AND account IN ('disputes', 'other') GROUP BY 1`,
        [message.payment_request_id],
      ),
    ).toEqual([{ account: 'disputes', sum: 0 }])
    await expectWhole()
  })
})

describe('the hourly reading of Stripe’s transactions', () => {
  it('posts every kind of transaction made outside the site, and shows it by day', async () => {
    const before = (await books()).total
    for (const [type, amount] of [
      ['topup', 10_000],
      ['payout', -4000],
      ['payout_failure', 4000],
      ['reserve_transaction', -500],
      ['stripe_fee', -120],
    ] as const) {
      await environment.control('/balance_transactions', { type, amount })
    }
    await app.sql('UPDATE ledger_work SET due_at = now()')
    await expect
      .poll(
        () =>
          app.sql(
            `SELECT count(*)::int AS count FROM ledger_journals
             WHERE kind IN ('topup', 'payout', 'payout_failure', 'reserve', 'stripe_fee')`,
          ),
        SOON,
      )
      .toEqual([{ count: 5 }])
    const { rows, total } = await books()
    expect(total.other - before.other).toBe(9500)
    expect(total.payouts - before.payouts).toBe(0)
    expect(total.stripe_cost - before.stripe_cost).toBe(-120)
    const [last] = rows.slice(-1)
    expect(last).toMatchObject({ balance: total.change, difference: 0 })
    expect(last?.payments_count).toBeGreaterThanOrEqual(3)
    await expectWhole()
  })

  it('runs on one server at a time, and posts nothing twice under concurrent runs', { tags: 'slow' }, async () => {
    const before = await expectWhole()
    const second = await startApp({ ...app.settings, port: await findFreePort(), paymentReconcileMs: 40 })
    try {
      for (let round = 0; round < 8; round += 1) {
        await Promise.all([
          ...Array.from({ length: 6 }, () =>
            environment.control('/balance_transactions', { type: 'topup', amount: 7 }),
          ),
          app.sql('UPDATE ledger_work SET due_at = now()'),
          runBalanceCheck(),
          runBalanceCheck(),
        ])
      }
    } finally {
      await second.close()
    }
    expect(await expectWhole()).toBe(before + 8 * 6)
  })

  it('resumes where a killed server stopped, without missing transactions of the same second', async () => {
    const before = await expectWhole()
    await app.stop()
    await Promise.all(
      Array.from({ length: 130 }, (_, at) =>
        environment.control('/balance_transactions', { type: 'topup', amount: at + 1 }),
      ),
    )
    await app.sql('UPDATE ledger_work SET due_at = now()')
    await app.restart()
    expect(await expectWhole()).toBe(before + 130)
  })
})

describe('the balance check', () => {
  const letTimePass = () => app.sql(`UPDATE ledger_checks SET looked_at = looked_at - interval '11 minutes'`)

  it('reports a difference that two checks ten minutes apart find, until the balances match', async () => {
    await environment.control('/balance_transactions', { type: 'topup', amount: 1234 })
    expect(euros(await runBalanceCheck())).toMatchObject({ counts: false, suspects: [] })
    const setKind = (kind: string) =>
      app.sql<{ id: string }>(
        `UPDATE stripe_simulator.objects SET kind = $1
         WHERE kind LIKE 'balance_transaction%' AND data->>'amount' = '1234' RETURNING id`,
        [kind],
      )
    const [lost] = await setKind('balance_transaction_lost')
    const first = euros(await runBalanceCheck())
    expect((first?.actual ?? 0) - (first?.expected ?? 0)).toBe(-1234)
    expect(first?.counts).toBe(false)
    expect(await readHealth('books')).toMatchObject({ state: 'fine' })
    await letTimePass()
    expect(euros(await runBalanceCheck())).toMatchObject({ counts: true, suspects: [lost?.id] })
    await expect.poll(() => readHealth('books'), SOON).toMatchObject({ state: 'needs_somebody', amount: -1234 })
    expect((await books()).rows.at(-1)).toMatchObject({ difference: -1234 })

    await setKind('balance_transaction')
    expect(euros(await runBalanceCheck())).toMatchObject({ counts: false, suspects: [] })
    await expect.poll(() => readHealth('books'), SOON).toMatchObject({ state: 'fine', amount: 0 })
    expect((await books()).rows.at(-1)).toMatchObject({ difference: 0 })
  })

  it('can be read by every role, but run only by owners and moderators', async () => {
    const viewer = await operator('viewer')
    expect(toOutcome(await app.api(viewer, 'GET', '/api/operations/books?range=12_months'))).toBe('200')
    expect(toOutcome(await app.api(viewer, 'POST', '/api/operations/books/balance-check', {}))).toBe('403 ROLE_NEEDED')
    expect(toOutcome(await app.api(viewer, 'GET', '/api/operations/books?range=7_days'))).toBe('400 INVALID_INPUT')
  })

  it('shows each transaction of a day with its lines and its payment', async () => {
    const deal = await environment.deal()
    const message = await environment.paid(deal, { amount: '21' })
    await expect.poll(() => listKinds(message), SOON).toContain('payment')
    const today = (await books()).rows.at(-1)?.period ?? ''
    const all: Journal[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const at = `/api/operations/books/${today}${cursor === undefined ? '' : `?cursor=${cursor}`}`
      const page = await app.must<{ items: Journal[]; next_cursor: string | null }>(moderator, 'GET', at)
      expect(page.items.length).toBeLessThanOrEqual(50)
      all.push(...page.items)
      cursor = page.next_cursor
    }
    expect(new Set(all.map(({ transaction }) => transaction)).size).toBe((await inBooks()).size)
    const ours = all.filter(({ payment_id: id }) => id === message.payment_request_id)
    expect(ours.map(({ kind }) => kind).toSorted()).toEqual(await listKinds(message))
    for (const { lines, net } of ours) {
      expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
      expect(lines[0]).toEqual({ account: 'stripe_balance', amount: net })
    }
  })
})

describe('an unknown type of Stripe transaction', () => {
  it('is posted to `other`, with a health warning until an owner acknowledges the type', async () => {
    await environment.control('/balance_transactions', { type: 'moon_landing', amount: 321, fee: 21 })
    await runBalanceCheck()
    expect(
      await app.sql(
        `SELECT account, l.amount::int FROM ledger_lines l JOIN ledger_journals j ON j.id = journal_id
         WHERE type = 'moon_landing' AND kind = 'other' ORDER BY line_no`,
      ),
    ).toEqual([
      { account: 'stripe_balance', amount: 300 },
      { account: 'stripe_fees', amount: 21 },
      { account: 'other', amount: -321 },
    ])
    await expect.poll(() => readHealth('unknown_movements'), SOON).toMatchObject({ state: 'needs_somebody', amount: 1 })
    expect((await books()).unknown_types).toMatchObject([{ type: 'moon_landing' }])
    const seen = (who: Person) => app.api(who, 'POST', '/api/operations/balance-types/seen', { type: 'moon_landing' })
    expect(toOutcome(await seen(moderator))).toBe('403 ROLE_NEEDED')
    expect(toOutcome(await seen(owner))).toBe('200')
    expect(toOutcome(await seen(owner))).toBe('200')
    expect((await books()).unknown_types).toEqual([])
    await expect.poll(() => readHealth('unknown_movements'), SOON).toMatchObject({ state: 'fine', amount: 0 })
    expect(await app.sql(`SELECT actor_id FROM audit_log WHERE action = 'balance_type_seen'`)).toEqual([
      { actor_id: owner.id },
    ])
  })
})

describe('the database', () => {
  it.each([
    'UPDATE ledger_journals SET net = 0',
    'UPDATE ledger_lines SET amount = amount WHERE false',
    'DELETE FROM ledger_lines',
    'DELETE FROM ledger_journals',
    'TRUNCATE ledger_journals CASCADE',
    'TRUNCATE ledger_lines',
    'SET session_replication_role = replica; DELETE FROM ledger_lines',
  ])('refuses %s', async (statement) => {
    const before = await inBooks()
    await expect(app.sql(statement)).rejects.toThrow(/never changed or removed/u)
    await app.sql('RESET session_replication_role')
    expect(await inBooks()).toEqual(before)
  })

  const journal = (net: number) => `
    INSERT INTO ledger_journals (stripe_balance_transaction, stripe_account, livemode, type, kind, balance_type, amount, fee, net, currency,
      created_at, available_on)
    VALUES ('txn_by_hand', 'acct_by_hand', false, 'topup', 'topup', 'payments', ${net}, 0, ${net}, 'eur', now(), now())`
  const lines = (values: string) =>
    `INSERT INTO ledger_lines (journal_id, line_no, account, amount) SELECT id, no, account, cents
     FROM ledger_journals, (VALUES ${values}) line (no, account, cents) WHERE stripe_balance_transaction = 'txn_by_hand'`

  it.each([
    ['without lines', journal(5)],
    [
      'whose lines do not sum to zero',
      `BEGIN; ${journal(5)}; ${lines(`(1, 'stripe_balance', 5), (2, 'topups', -4)`)}; COMMIT`,
    ],
    [
      'whose balance is not the net',
      `BEGIN; ${journal(5)}; ${lines(`(1, 'stripe_balance', 4), (2, 'topups', -4)`)}; COMMIT`,
    ],
    ['without a line of the balance', `BEGIN; ${journal(0)}; ${lines(`(1, 'bank', 4), (2, 'topups', -4)`)}; COMMIT`],
  ])('refuses a journal %s', async (_what, statement) => {
    const refused = await app.sql(statement).catch((error: unknown) => error)
    await app.sql('ROLLBACK')
    expect(refused).toMatchObject({ constraint: 'ledger_journals_add_up' })
  })

  it('refuses another line in a complete journal', async () => {
    await expect(
      app.sql(
        `INSERT INTO ledger_lines (journal_id, line_no, account, amount)
         SELECT id, 9, 'other', 1 FROM ledger_journals LIMIT 1`,
      ),
    ).rejects.toMatchObject({ constraint: 'ledger_journals_add_up' })
  })

  it('keeps the books of another platform account apart from the current one’s', async () => {
    const before = euros(await runBalanceCheck())
    await app.sql(`BEGIN; ${journal(5)}; ${lines(`(1, 'stripe_balance', 5), (2, 'topups', -5)`)}; COMMIT`)
    const after = euros(await runBalanceCheck())
    expect(after?.expected).toBe(before?.expected)
    expect(after?.actual).toBe(after?.expected)
  })
})
