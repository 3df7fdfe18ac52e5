import type { EarnedPayment, Earnings, PaidPayment } from '@kundig/contract/books/payment-lists.contract'
import { formatReceiptNumber } from '@kundig/contract/books/receipt-content'
import type { Language } from '@kundig/contract/languages'
import { sumRefundAmounts } from '@kundig/contract/refunds/refund-life-cycle'
import { toCsvEuros, toCsv, toCsvRow, inertCell } from '@kundig/contract/texts/csv'

import type { Database } from '../../../platform/database/database.ts'
import type { OurAccountService } from '../../payments/our-account.service.ts'
import { findById as findRecord } from '../../payments/stripe-profile.repository.ts'
import type { ProfileService } from '../../profiles/profile.service.ts'
import * as repository from './payment-list.repository.ts'

const PAGE = 20
const CSV_PAGE = 500

export interface PaymentListServiceOptions {
  db: Database
  profiles: Pick<ProfileService, 'counterparts'>
  ourAccount: Pick<OurAccountService, 'known' | 'livemode'>
}

const HEADER: Record<Language, readonly string[]> = {
  en: [
    'Date',
    'Receipt',
    'Paid by',
    'Description',
    'Gross (euro)',
    'Service fee (euro)',
    'Refunded (euro)',
    'Taken back by a bank (euro)',
    'Net (euro)',
    'Test',
  ],
  nl: [
    'Datum',
    'Betaalbewijs',
    'Betaald door',
    'Omschrijving',
    'Bruto (euro)',
    'Servicekosten (euro)',
    'Terugbetaald (euro)',
    'Teruggehaald door een bank (euro)',
    'Netto (euro)',
    'Test',
  ],
}
const DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Amsterdam', dateStyle: 'short' })

function addNetAmount({ gross, fee, refunded, disputed }: repository.Sums): repository.Sums & { net: number } {
  return { gross, fee, refunded, disputed, net: gross - fee - refunded - disputed }
}

const toReceiptLink = (receipt: repository.PaidRow['receipt']) =>
  receipt && { id: receipt.id, number: formatReceiptNumber(receipt) }
const toIso = (at: string): string => new Date(at).toISOString()

/** Reads payments from the primary database, not from a replica. */
export class PaymentListService {
  readonly #deps: PaymentListServiceOptions

  constructor(deps: PaymentListServiceOptions) {
    this.#deps = deps
  }

  async #namesOf(rows: readonly { other_id: string }[]) {
    const people = await this.#deps.profiles.counterparts(
      this.#deps.db,
      rows.map(({ other_id: id }) => id),
    )
    return ({ other_id: id }: { other_id: string }) => ({ id, name: people.get(id)?.full_name ?? '' })
  }

  #listed({
    id,
    room_id,
    description,
    amount,
    currency,
    at,
    is_test: isTest,
    receipt,
  }: repository.EarnedRow | repository.PaidRow) {
    return {
      id,
      room_id,
      description,
      amount,
      currency,
      at: toIso(at),
      is_test: isTest ?? !this.#deps.ourAccount.livemode,
      receipt: toReceiptLink(receipt),
    }
  }

  #cut<Row extends { id: string }>(rows: readonly Row[]) {
    return {
      rows: rows.slice(0, PAGE),
      next_cursor: rows.length > PAGE ? (rows[PAGE - 1]?.id ?? null) : null,
    }
  }

  async *csv(sellerId: string, language: Language): AsyncGenerator<string, void> {
    yield toCsv([HEADER[language]], language)
    let cursor: string | undefined
    for (;;) {
      const rows = await repository.findEarned(this.#deps.db, sellerId, cursor, CSV_PAGE)
      const nameOf = await this.#namesOf(rows)
      for (const row of rows) {
        const { at, is_test: isTest, receipt, description } = this.#listed(row)
        const { gross, fee, refunded, disputed, net } = addNetAmount(row)
        const cells = [
          DAY.format(new Date(at)),
          receipt?.number ?? '',
          inertCell(nameOf(row).name),
          inertCell(description),
          ...[gross, fee, refunded, disputed, net].map((cents) => toCsvEuros(cents, language)),
          isTest ? 'x' : '',
        ]
        yield toCsvRow(cells, language)
      }
      cursor = rows.at(-1)?.id
      if (rows.length < CSV_PAGE) return
    }
  }

  async paid(
    buyerId: string,
    cursor: string | undefined,
  ): Promise<{ items: PaidPayment[]; next_cursor: string | null }> {
    const { rows, next_cursor } = this.#cut(await repository.findPaid(this.#deps.db, buyerId, cursor, PAGE + 1))
    const nameOf = await this.#namesOf(rows)
    const items = rows.map((row): PaidPayment => ({
      ...this.#listed(row),
      is_test: row.status === 'completed' && (row.is_test ?? !this.#deps.ourAccount.livemode),
      seller: nameOf(row),
      status: row.status,
      paid_with: row.paid_with && { brand: row.paid_with.brand, last4: row.paid_with.last4 },
      refunded: sumRefundAmounts(row.refunds),
      refunds: row.refunds.map(({ id, amount, status, at, receipt }) => ({
        id,
        amount,
        status,
        at: toIso(at),
        receipt: toReceiptLink(receipt),
      })),
    }))
    return { items, next_cursor }
  }

  async earned(
    sellerId: string,
    cursor: string | undefined,
  ): Promise<{ items: EarnedPayment[]; next_cursor: string | null }> {
    const { rows, next_cursor } = this.#cut(await repository.findEarned(this.#deps.db, sellerId, cursor, PAGE + 1))
    const nameOf = await this.#namesOf(rows)
    return {
      items: rows.map((row) => ({ ...this.#listed(row), buyer: nameOf(row), ...addNetAmount(row) })),
      next_cursor,
    }
  }

  async earnings(sellerId: string): Promise<Earnings> {
    const { ourAccount, db } = this.#deps
    const isTest = !ourAccount.livemode
    const ours = ourAccount.known()
    const [record, months, payouts] = await Promise.all([
      ours && findRecord(db, sellerId, ours),
      repository.findMonths(db, sellerId, isTest),
      repository.findPayouts(db, sellerId, isTest),
    ])
    const sum = (name: keyof repository.Sums): number => months.reduce((all, month) => all + month[name], 0)
    return {
      is_seller: (record?.stripeConnectAccountId ?? null) !== null || months.length > 0,
      is_test: isTest,
      payments: months.reduce((all, { payments }) => all + payments, 0),
      totals: addNetAmount({
        gross: sum('gross'),
        fee: sum('fee'),
        refunded: sum('refunded'),
        disputed: sum('disputed'),
      }),
      months: months.map((month) => ({ month: month.month, ...addNetAmount(month) })),
      payouts,
    }
  }
}
