import { beforeEach, describe, expect } from 'vitest'

import type { PaidPayment } from '@kundig/contract/books/payment-lists.contract'
import type { Message } from '@kundig/contract/chat/chat.contract'
import type { Deal, PaymentMessage } from '@kundig/testing/payments/payment-environment'
import { type FetchedReceipt, fetchReceipt, readPdfText } from '@kundig/testing/payments/receipt-reading'
import { testDeals, usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp({ payments: 'simulator', paymentReconcileMs: 150 })
const environment = usePaymentEnvironment(app)
const it = testDeals(() => environment)

beforeEach(() => environment.control('/faults/clear'))

const SOON = { timeout: 20_000 }

type Stored = { id: string; kind: string; series: string; number: number; is_test: boolean; amount: number }
const listReceipts = ({ payment_request_id: id }: PaymentMessage) =>
  app.sql<Stored>(
    `SELECT id, kind, series, number, is_test, amount FROM receipts WHERE payment_request_id = $1 ORDER BY issued_at`,
    [id],
  )
const confirmAddress = ({ id }: Person) => app.sql('UPDATE "user" SET email_verified = true WHERE id = $1', [id])
const listPayments = async (person: Person): Promise<PaidPayment[]> =>
  (await app.must<{ items: PaidPayment[] }>(person, 'GET', '/api/payments/sent')).items
const fetched = (person: Person | null, id: string | undefined, lang = 'en'): Promise<FetchedReceipt> =>
  fetchReceipt(app.url, person, `/api/receipts/${id}?lang=${lang}`)
const readName = async ({ id }: Person): Promise<string> =>
  (await app.sql<{ name: string }>('SELECT full_name AS name FROM profiles WHERE id = $1', [id]))[0]?.name ?? ''
const formatNumber = (receipt: Stored | undefined): string =>
  `${receipt?.series}-${String(receipt?.number).padStart(6, '0')}`
async function shownTo(person: Person, { room_id: roomId, id }: PaymentMessage): Promise<Message | undefined> {
  const { items } = await app.must<{ items: Message[] }>(person, 'GET', `/api/chat-rooms/${roomId}/messages`)
  return items.find((message) => message.id === id)
}
async function expectWholeSeries(): Promise<void> {
  const rows = await app.sql<{ series: string; numbers: number[]; last: number }>(
    `SELECT series, array_agg(number ORDER BY number) AS numbers, last_number AS last
     FROM receipts JOIN receipt_series USING (series) GROUP BY series, last_number`,
  )
  for (const { numbers, last } of rows) expect(numbers).toEqual(Array.from({ length: last }, (_, index) => index + 1))
}

describe('the receipt of a payment', () => {
  it('is issued once, for any number of concurrent reports of the payment', async () => {
    const deals = await Promise.all(Array.from({ length: 2 }, environment.deal))
    const paid = await Promise.all(
      deals.map(async (deal) => {
        const message = await environment.asked(deal)
        await environment.pay(deal, message)
        return { deal, message }
      }),
    )
    await Promise.all(
      paid.flatMap(({ deal, message }) => [
        // Makes the reconciliation run during Stripe's event.
        app.sql('UPDATE payment_requests SET check_at = now() WHERE id = $1 AND status = $2', [
          message.payment_request_id,
          'pending',
        ]),
        ...Array.from({ length: 10 }, () => environment.claim(deal.buyer, message, 'completed')),
      ]),
    )
    for (const { message } of paid) {
      await expect.poll(() => environment.stored(message), SOON).toMatchObject({ status: 'completed' })
      expect(await listReceipts(message)).toMatchObject([{ kind: 'payment', amount: 1999, is_test: true }])
    }
    await expectWholeSeries()
    expect(await app.sql('SELECT 1 FROM receipts_owed')).toEqual([])
  })

  it('reaches both people with the event that completes the payment, and not earlier', async ({ deal, message }) => {
    expect(message).toMatchObject({ receipt: null })
    const tabs = await Promise.all([deal.buyer, deal.seller].map((person) => app.live(person)))
    await environment.pay(deal, message)
    await environment.claim(deal.buyer, message, 'completed')
    for (const tab of tabs) await expect.poll(() => tab.listEvents('message.updated').length, SOON).toBe(1)
    const [receipt] = await listReceipts(message)
    const shown = { id: receipt?.id, number: formatNumber(receipt) }
    for (const tab of tabs)
      expect(tab.listEvents('message.updated')).toMatchObject([{ id: message.id, status: 'completed', receipt: shown }])
    for (const person of [deal.buyer, deal.seller])
      expect(await shownTo(person, message)).toMatchObject({ receipt: shown, refunds: [] })
  })

  it('names buyer, seller and description in both languages, and marks a test payment as a test', async ({ deal }) => {
    const message = await environment.paid(deal, { description: 'An hour about roofs', amount: '1250.50' })
    const [receipt] = await listReceipts(message)
    const [buyer, seller] = [await readName(deal.buyer), await readName(deal.seller)]
    const number = `TEST-${new Date().getFullYear()}-${String(receipt?.number).padStart(6, '0')}`
    const english = await fetched(deal.buyer, receipt?.id)
    expect(english.status).toBe(200)
    expect(english.headers.get('content-type')).toBe('application/pdf')
    expect(english.headers.get('cache-control')).toBe('no-store')
    expect(english.headers.get('content-disposition')).toContain(`filename=kundig-${number}.pdf`)
    const text = await readPdfText(english.bytes)
    for (const part of [
      'Receipt',
      number,
      buyer,
      seller,
      'An hour about roofs',
      '€1,250.50',
      'Visa ending in 4242',
      'This receipt is a test. No real money moved.',
    ])
      expect(text).toContain(part)
    const dutch = await readPdfText((await fetched(deal.buyer, receipt?.id, 'nl')).bytes)
    for (const part of ['Betaalbewijs', number, '€ 1.250,50', 'Visa eindigend op 4242', 'Dit bewijs is een test.'])
      expect(dutch).toContain(part)
  })

  it('hides the fee from the buyer and the card from the seller', async ({ deal }) => {
    const message = await environment.paid(deal, { amount: '100' })
    const [receipt] = await listReceipts(message)
    const forBuyer = await readPdfText((await fetched(deal.buyer, receipt?.id)).bytes)
    const forSeller = await readPdfText((await fetched(deal.seller, receipt?.id)).bytes)
    expect(forBuyer).toContain('4242')
    expect(forSeller).not.toContain('4242')
    for (const text of [forBuyer, forSeller]) {
      expect(text).toContain('€100.00')
      expect(text).not.toMatch(/€5\.00|\bfee/iu)
    }
  })

  it('keeps the names and facts from the time of issue after later changes', async ({ deal }) => {
    const [buyer, seller] = [await readName(deal.buyer), await readName(deal.seller)]
    const message = await environment.paid(deal)
    const [receipt] = await listReceipts(message)
    await app.sql(`UPDATE profiles SET full_name = 'Another Name' WHERE id = ANY ($1)`, [
      [deal.buyer.id, deal.seller.id],
    ])
    const text = await readPdfText((await fetched(deal.seller, receipt?.id)).bytes)
    expect(text).toContain(buyer)
    expect(text).toContain(seller)
    expect(text).not.toContain('Another Name')
  })

  it('is readable only by its buyer and seller', async ({ deal }) => {
    const [receipt] = await listReceipts(await environment.paid(deal))
    const stranger = await app.profiled()
    expect((await fetched(deal.seller, receipt?.id)).status).toBe(200)
    expect((await fetched(stranger, receipt?.id)).status).toBe(404)
    expect((await fetched(null, receipt?.id)).status).toBe(401)
    expect((await fetched(deal.buyer, 'nothing')).status).toBe(404)
    expect((await fetched(deal.buyer, deal.buyer.id)).status).toBe(404)
  })
})

describe('the receipt of a refund', () => {
  it('is issued once for each successful refund, and the payment’s receipt shows the refunded amount', async ({
    deal,
    paid: message,
  }) => {
    await environment.refund(deal.seller, message, { amount: '5' })
    await environment.refund(deal.seller, message, { amount: '2.50' })
    const [ofPayment, first, second, ...more] = await listReceipts(message)
    expect(more).toEqual([])
    expect([ofPayment, first, second]).toMatchObject([
      { kind: 'payment', amount: 1999 },
      { kind: 'refund', amount: 500 },
      { kind: 'refund', amount: 250 },
    ])
    expect(first?.series).toBe(`TEST-R${new Date().getFullYear()}`)
    const text = await readPdfText((await fetched(deal.buyer, ofPayment?.id)).bytes)
    expect(text).toContain('Refunded since')
    for (const receipt of [first, second])
      expect(text).toContain(`${receipt?.series}-${String(receipt?.number).padStart(6, '0')}`)
    expect(text).toContain('€12.49')
    const credit = await readPdfText((await fetched(deal.buyer, first?.id)).bytes)
    for (const part of [
      'Refund receipt',
      '€5.00',
      `${ofPayment?.series}-${String(ofPayment?.number).padStart(6, '0')}`,
    ])
      expect(credit).toContain(part)
    await expectWholeSeries()
  })

  it('arrives in the message with the event of the refund', async ({ deal, paid: message }) => {
    const tab = await app.live(deal.buyer)
    await environment.refund(deal.seller, message)
    const isBack = () => tab.listEvents('message.updated').filter(({ refunds }) => refunds?.[0]?.status === 'succeeded')
    await expect.poll(() => isBack().length, SOON).toBe(1)
    const [ofPayment, credit] = await listReceipts(message)
    const shown = [{ amount: 500, receipt: { id: credit?.id, number: formatNumber(credit) } }]
    expect(isBack()).toMatchObject([{ receipt: { id: ofPayment?.id }, refunds: shown }])
    expect(await shownTo(deal.seller, message)).toMatchObject({ receipt: { id: ofPayment?.id }, refunds: shown })
    expect(
      tab.listEvents('message.updated').filter(({ refunds }) => refunds?.[0]?.status === 'pending'),
    ).not.toContainEqual(
      expect.objectContaining({ refunds: [expect.objectContaining({ receipt: expect.anything() as unknown })] }),
    )
  })

  it('becomes invalid when the bank returns the refund, but keeps its number in the series', async ({
    deal,
    paid: message,
  }) => {
    await environment.refund(deal.seller, message)
    const [, credit] = await listReceipts(message)
    await app.sql(`UPDATE refunds SET status = 'failed' WHERE payment_request_id = $1`, [message.payment_request_id])
    expect(await readPdfText((await fetched(deal.buyer, credit?.id)).bytes)).toContain('no longer valid')
    await expectWholeSeries()
  })
})

describe('a receipt mail', () => {
  const mailsEnded = ([receipt]: readonly Stored[]) =>
    app.sql('SELECT outcome FROM receipt_mails WHERE receipt_id = $1', [receipt?.id])
  const receiptMails = async ({ email }: Person) =>
    (await app.mails(email, 0)).filter(({ subject }) => /receipt|betaalbewijs/iu.test(subject))

  it('is sent once to the buyer’s confirmed address, with number and link and without the fee', async ({ deal }) => {
    await confirmAddress(deal.buyer)
    const message = await environment.paid(deal, { description: 'An hour about roofs' })
    await Promise.all(Array.from({ length: 5 }, () => environment.claim(deal.buyer, message, 'completed')))
    const [receipt] = await listReceipts(message)
    const mail = await app.mailAbout(deal.buyer.email, /Your receipt/u)
    expect(mail.subject).toBe(`Your receipt: €19.99 to ${await readName(deal.seller)}`)
    expect(mail.text).toContain(`${receipt?.series}-${String(receipt?.number).padStart(6, '0')}`)
    expect(mail.text).toContain('/account/payments')
    expect(mail.text).toContain('An hour about roofs')
    expect(mail.text).not.toMatch(/1\.00|\bfee/u)
    await expect
      .poll(() => app.sql('SELECT outcome FROM receipt_mails WHERE receipt_id = $1', [receipt?.id]), SOON)
      .toEqual([{ outcome: 'sent' }])
    // A server killed between sending and recording the mail sends it again under the same id.
    await app.sql('UPDATE receipt_mails SET ended_at = NULL, outcome = NULL, due_at = now() WHERE receipt_id = $1', [
      receipt?.id,
    ])
    await expect
      .poll(() => app.sql('SELECT outcome FROM receipt_mails WHERE receipt_id = $1', [receipt?.id]), SOON)
      .toEqual([{ outcome: 'sent' }])
    expect(await receiptMails(deal.buyer)).toHaveLength(1)
    expect(await receiptMails(deal.seller)).toEqual([])
  })

  it('is not sent to an unconfirmed address', async ({ deal }) => {
    const [receipt] = await listReceipts(await environment.paid(deal))
    await expect
      .poll(() => app.sql('SELECT outcome FROM receipt_mails WHERE receipt_id = $1', [receipt?.id]), SOON)
      .toEqual([{ outcome: 'unconfirmed' }])
    expect(await receiptMails(deal.buyer)).toEqual([])
  })

  it('is not sent for a refund, whose notification names the receipt', async ({ deal, paid: message }) => {
    await expect.poll(async () => mailsEnded(await listReceipts(message)), SOON).toEqual([{ outcome: 'unconfirmed' }])
    await confirmAddress(deal.buyer)
    await environment.refund(deal.seller, message)
    const [, credit] = await listReceipts(message)
    await expect
      .poll(async () => {
        await app.sql(
          `UPDATE notification_deliveries SET due_at = now() WHERE ended_at IS NULL AND kind = 'refund_received'`,
        )
        return (await app.mails(deal.buyer.email, 0)).some(({ subject }) => /You got a/u.test(subject))
      }, SOON)
      .toBe(true)
    const mail = await app.mailAbout(deal.buyer.email, /You got a/u)
    expect(mail.text).toContain(`${credit?.series}-${String(credit?.number).padStart(6, '0')}`)
    expect(mail.text).toContain('/account/payments')
    expect(await receiptMails(deal.buyer)).toEqual([])
  })
})

describe('a payment from before receipts existed', () => {
  async function paidWithoutReceipt(deal: Deal): Promise<PaymentMessage> {
    const message = await environment.asked(deal)
    const { clientSecret } = (await environment.secret(deal.buyer, message)).body
    await app.sql(
      `BEGIN;
       UPDATE payment_requests SET status = 'completed', check_at = NULL WHERE id = '${message.payment_request_id}';
       SET CONSTRAINTS ALL IMMEDIATE;
       UPDATE receipts_owed SET due_at = 'infinity' WHERE id = '${message.payment_request_id}';
       COMMIT`,
    )
    expect((await environment.confirm(clientSecret)).intent?.status).toBe('succeeded')
    return message
  }

  it('gets receipts for itself and its refunds automatically, without receipt mails', async ({ deal }) => {
    await confirmAddress(deal.buyer)
    const message = await paidWithoutReceipt(deal)
    expect(await listPayments(deal.buyer)).toMatchObject([{ status: 'completed', receipt: null, paid_with: null }])
    expect(await shownTo(deal.buyer, message)).toMatchObject({ status: 'completed', receipt: null })
    const tab = await app.live(deal.buyer)
    await environment.refund(deal.seller, message)
    expect(await listReceipts(message)).toEqual([])
    await expect
      .poll(async () => {
        await app.sql('UPDATE receipts_owed SET due_at = now() WHERE payment_request_id = $1', [
          message.payment_request_id,
        ])
        return listReceipts(message)
      }, SOON)
      .toMatchObject([
        { kind: 'payment', amount: 1999, is_test: true },
        { kind: 'refund', amount: 500, is_test: true },
      ])
    const [ofPayment, credit] = await listReceipts(message)
    await expect
      .poll(() => tab.listEvents('message.updated').at(-1), SOON)
      .toMatchObject({ receipt: { id: ofPayment?.id }, refunds: [{ receipt: { id: credit?.id } }] })
    expect(
      await app.sql('SELECT 1 FROM receipts_owed WHERE payment_request_id = $1', [message.payment_request_id]),
    ).toEqual([])
    expect(await listPayments(deal.buyer)).toMatchObject([
      { paid_with: { brand: 'visa', last4: '4242' }, receipt: { number: expect.stringMatching(/^TEST-/u) as unknown } },
    ])
    expect(
      await app.sql(
        'SELECT 1 FROM receipt_mails m JOIN receipts r ON r.id = m.receipt_id WHERE payment_request_id = $1',
        [message.payment_request_id],
      ),
    ).toEqual([])
    await expectWholeSeries()
  })

  it('leaves its chat room at the same place in the list when the receipt arrives', async ({ deal }) => {
    const message = await paidWithoutReceipt(deal)
    await app.sql(`UPDATE payment_requests SET updated_at = now() - interval '30 days' WHERE id = $1`, [
      message.payment_request_id,
    ])
    const before = await app.sql('SELECT updated_at, change_seq FROM chat_rooms WHERE id = $1', [deal.room.id])
    await app.sql('UPDATE receipts_owed SET due_at = now() WHERE id = $1', [message.payment_request_id])
    await expect
      .poll(() => shownTo(deal.buyer, message), SOON)
      .toMatchObject({ receipt: { id: expect.any(String) as unknown } })
    expect(await app.sql('SELECT updated_at, change_seq FROM chat_rooms WHERE id = $1', [deal.room.id])).toEqual(before)
  })
})
