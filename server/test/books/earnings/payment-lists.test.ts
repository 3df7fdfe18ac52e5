import { describe, expect, it } from 'vitest'

import type { EarnedPayment, Earnings, PaidPayment } from '@kundig/contract/books/payment-lists.contract'
import { fetchReceipt } from '@kundig/testing/payments/receipt-reading'
import { usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp({ payments: 'simulator', paymentReconcileMs: 150 })
const environment = usePaymentEnvironment(app)

interface Page<Item> {
  items: Item[]
  next_cursor: string | null
}
const paid = (person: Person, cursor?: string | null) =>
  app.must<Page<PaidPayment>>(person, 'GET', `/api/payments/sent${cursor ? `?cursor=${cursor}` : ''}`)
const earned = (person: Person, cursor?: string | null) =>
  app.must<Page<EarnedPayment>>(person, 'GET', `/api/payments/received${cursor ? `?cursor=${cursor}` : ''}`)
const earnings = (person: Person) => app.must<Earnings>(person, 'GET', '/api/payments/earnings')
async function csv(person: Person, lang = 'en'): Promise<string> {
  const { status, headers, bytes } = await fetchReceipt(app.url, person, `/api/payments/earnings.csv?lang=${lang}`)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  return Buffer.from(bytes).toString()
}

describe('the list of payments', () => {
  it('contains only the person’s own payments and requests, with receipts and refunds', async () => {
    const deal = await environment.ownDeal()
    const first = await environment.paid(deal, { description: 'The first' })
    const asked = await environment.asked(deal, { description: 'Still open' })
    const declined = await environment.asked(deal, { description: 'Declined' })
    await environment.decline(deal.buyer, declined)
    await environment.refund(deal.seller, first, { amount: '5' })
    const { items, next_cursor } = await paid(deal.buyer)
    expect(next_cursor).toBe(null)
    expect(items).toMatchObject([
      { id: asked.payment_request_id, status: 'pending', receipt: null, refunded: 0, is_test: false },
      {
        id: first.payment_request_id,
        room_id: deal.room.id,
        seller: { id: deal.seller.id },
        description: 'The first',
        amount: 1999,
        status: 'completed',
        is_test: true,
        paid_with: { brand: 'visa', last4: '4242' },
        refunded: 500,
        refunds: [
          {
            amount: 500,
            status: 'succeeded',
            receipt: { number: expect.stringMatching(/^TEST-R\d{4}-\d{6}$/u) as unknown },
          },
        ],
        receipt: { number: expect.stringMatching(/^TEST-\d{4}-\d{6}$/u) as unknown },
      },
    ])
    // Checks only names of fields, because an id may contain `fee` in hexadecimal.
    expect(JSON.stringify(items)).not.toMatch(/"[^"]*(?:fee|net)[^"]*":/u)
    expect((await paid(deal.seller)).items).toEqual([])
    expect((await earned(deal.buyer)).items).toEqual([])
  })

  it('has no gaps between pages', async () => {
    const deal = await environment.ownDeal()
    await app.sql(
      `WITH room AS (UPDATE chat_rooms SET last_seq = last_seq + 45 WHERE id = $1 RETURNING last_seq),
       said AS (
         INSERT INTO chat_messages (room_id, seq, sender_id, client_id, content, created_at, updated_at)
         SELECT $1, last_seq - 45 + n, $2, gen_random_uuid(), 'Pay', now(), now() FROM room, generate_series(1, 45) AS n
         RETURNING seq
       ) INSERT INTO payment_requests (room_id, seq, client_id, seller_id, buyer_id, amount, currency, description,
           stripe_payment_intent_id, stripe_connect_account_id, status)
         SELECT $1, seq, gen_random_uuid(), $2, $3, 1000, 'eur', '', 'pi_' || seq || $1, 'acct', 'completed' FROM said`,
      [deal.room.id, deal.seller.id, deal.buyer.id],
    )
    for (const [read, person] of [
      [paid, deal.buyer],
      [earned, deal.seller],
    ] as const) {
      const seen: string[] = []
      let cursor: string | null | undefined
      do {
        const page: Page<{ id: string }> = await read(person, cursor)
        seen.push(...page.items.map(({ id }) => id))
        cursor = page.next_cursor
      } while (cursor !== null)
      expect(seen).toHaveLength(45)
      expect(new Set(seen).size).toBe(45)
      expect(seen).toEqual(seen.toSorted().toReversed())
    }
    expect((await csv(deal.seller)).trim().split('\r\n')).toHaveLength(46)
    expect(await app.api(deal.buyer, 'GET', '/api/payments/sent?cursor=nonsense')).toMatchObject({ status: 400 })
  })
})

describe('earnings', () => {
  it('add up payments minus fees, refunds and disputes, plus refunded fees', async () => {
    const deal = await environment.ownDeal()
    const one = await environment.paid(deal, { amount: '100' })
    await environment.paid(deal, { amount: '40' })
    await environment.refund(deal.seller, one, { amount: '25' })
    const found = await earnings(deal.seller)
    const { items } = await earned(deal.seller)
    // The fee is 5 %, at least €0.35. By default, a refund returns its share of the fee.
    expect(found).toMatchObject({
      is_seller: true,
      is_test: true,
      payments: 2,
      totals: { gross: 14_000, fee: 575, refunded: 2500, disputed: 0, net: 10_925 },
    })
    expect(found.months).toHaveLength(1)
    expect(found.months[0]).toMatchObject(found.totals)
    expect(items.map(({ gross, fee, refunded, net }) => ({ gross, fee, refunded, net }))).toEqual([
      { gross: 4000, fee: 200, refunded: 0, net: 3800 },
      { gross: 10_000, fee: 375, refunded: 2500, net: 7125 },
    ])

    await app.sql('UPDATE refunds SET with_fee = false, taken_fee = 0 WHERE payment_request_id = $1', [
      one.payment_request_id,
    ])
    expect((await earnings(deal.seller)).totals).toEqual({
      gross: 14_000,
      fee: 700,
      refunded: 2500,
      disputed: 0,
      net: 10_800,
    })
    await app.sql(
      `INSERT INTO disputes (stripe_dispute_id, payment_request_id, stripe_charge_id, amount, currency, reason, status, seen_at,
         transferred, reversed_before, reversal_amount, stripe_reversal_id, fee_returned)
       VALUES ('du_' || $1, $1::uuid, 'ch', 1000, 'eur', 'fraudulent', 'lost', now(), 10000, 2500, 1000, 'trr_' || $1, 50)`,
      [one.payment_request_id],
    )
    expect((await earnings(deal.seller)).totals).toEqual({
      gross: 14_000,
      fee: 650,
      refunded: 2500,
      disputed: 1000,
      net: 9850,
    })
    await app.sql('UPDATE refunds SET from_seller = false, taken_amount = 0 WHERE payment_request_id = $1', [
      one.payment_request_id,
    ])
    expect((await earnings(deal.seller)).totals).toMatchObject({ refunded: 0, fee: 650, net: 12_350 })
  })

  it('are listed by month up to the current one, without gaps', async () => {
    const deal = await environment.ownDeal()
    const message = await environment.paid(deal, { amount: '100' })
    await app.sql('ALTER TABLE receipts DISABLE TRIGGER receipts_kept')
    await app.sql(`UPDATE receipts SET happened_at = '2026-04-30T22:30:00Z' WHERE payment_request_id = $1`, [
      message.payment_request_id,
    ])
    await app.sql('ALTER TABLE receipts ENABLE TRIGGER receipts_kept')
    const { months } = await earnings(deal.seller)
    expect(months[0]).toMatchObject({ month: '2026-05', gross: 10_000, fee: 500, net: 9500 })
    expect(months.length).toBeGreaterThan(1)
    for (const later of months.slice(1)) expect(later).toMatchObject({ gross: 0, net: 0 })
  })

  it('are empty, with `is_seller` false, for people who are not sellers', async () => {
    const ann = await app.profiled()
    expect(await earnings(ann)).toEqual({
      is_seller: false,
      is_test: true,
      payments: 0,
      totals: { gross: 0, fee: 0, refunded: 0, disputed: 0, net: 0 },
      months: [],
      payouts: null,
    })
  })

  it('show paid and upcoming payouts', async () => {
    const deal = await environment.ownDeal()
    expect((await earnings(deal.seller)).payouts).toBe(null)
    await app.sql(
      `INSERT INTO payouts (stripe_id, seller_id, stripe_connect_account_id, livemode, amount, currency, status, arrival_date, created_at)
       VALUES ('po_1' || $1, $1::uuid, 'acct', false, 5000, 'eur', 'paid', '2026-01-05', now()),
         ('po_2' || $1, $1::uuid, 'acct', false, 2000, 'eur', 'in_transit', '2026-01-12', now()),
         ('po_3' || $1, $1::uuid, 'acct', false, 300, 'eur', 'pending', '2026-01-19', now()),
         ('po_4' || $1, $1::uuid, 'acct', false, 700, 'eur', 'failed', '2026-01-02', now()),
         ('po_5' || $1, $1::uuid, 'acct', true, 900, 'eur', 'paid', '2026-01-02', now())`,
      [deal.seller.id],
    )
    expect((await earnings(deal.seller)).payouts).toEqual({
      on_its_way: 2300,
      paid_out: 5000,
      next: { amount: 2000, arrival_date: '2026-01-12' },
    })
  })

  it('are exported as CSV, with formulas in cells made harmless', async () => {
    const deal = await environment.ownDeal()
    await environment.paid(deal, { description: '=HYPERLINK("https://example.com", "Click, here")' })
    const [header, row, ...more] = (await csv(deal.seller)).split('\r\n')
    expect(header).toBe(
      '\uFEFFDate,Receipt,Paid by,Description,Gross (euro),Service fee (euro),Refunded (euro),Taken back by a bank (euro),Net (euro),Test',
    )
    expect(row).toMatch(/^\d{4}-\d\d-\d\d,TEST-\d{4}-\d{6},[^,]+,/u)
    expect(row).toContain(`,"'=HYPERLINK(""https://example.com"", ""Click, here"")",19.99,1.00,0.00,0.00,18.99,x`)
    expect(more).toEqual([''])
    const dutch = await csv(deal.seller, 'nl')
    expect(dutch).toContain('\uFEFFDatum;Betaalbewijs;')
    expect(dutch).toContain(
      `;"'=HYPERLINK(""https://example.com"", ""Click, here"")";"19,99";"1,00";"0,00";"0,00";"18,99";x\r\n`,
    )
    expect((await fetchReceipt(app.url, null, '/api/payments/earnings.csv')).status).toBe(401)
  })
})

describe('payments of a closed account', () => {
  async function close(person: Person): Promise<void> {
    await app.must(person, 'POST', '/api/email-verification')
    const mail = await app.mailAbout(person.email, /confirm|bevestig/iu)
    const code = /[?&#]code=([\w-]+)/u.exec(mail.text)?.[1]
    await app.must(null, 'POST', '/api/email-verification/reject', { code })
  }

  it('remain visible, with receipts, to the other person of the payment', async () => {
    const deal = await environment.ownDeal()
    const message = await environment.paid(deal, { description: 'An hour about roofs' })
    const [before] = (await paid(deal.buyer)).items
    const path = `/api/receipts/${before?.receipt?.id}`
    await close(deal.seller)
    expect((await paid(deal.buyer)).items).toEqual([before])
    expect((await fetchReceipt(app.url, deal.buyer, path)).status).toBe(200)
    await expect(app.sql('DELETE FROM "user" WHERE id = $1', [deal.seller.id])).rejects.toMatchObject({ code: '23001' })
    expect(await environment.stored(message)).toMatchObject({ status: 'completed' })

    const other = await environment.ownDeal()
    await environment.paid(other)
    const [row] = (await earned(other.seller)).items
    await close(other.buyer)
    expect((await earned(other.seller)).items).toEqual([row])
    expect((await fetchReceipt(app.url, other.seller, `/api/receipts/${row?.receipt?.id}`)).status).toBe(200)
    expect(row?.buyer.name).not.toBe('')
  })
})
