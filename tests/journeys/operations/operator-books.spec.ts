import { readFile } from 'node:fs/promises'

import { expectNoAccessibilityViolations } from '@kundig/testing/browser/accessibility'
import { makeDeal, openDealChat, locatePayments } from '@kundig/testing/browser/payments'
import { expect, test, createUniqueWord } from '@kundig/testing/browser/people'
import { CARDS } from '@kundig/testing/payments/cards'

/** Stores a check whose balance is a euro too low, as if an earlier check had found the same difference. */
const DIFFERS = `
  INSERT INTO ledger_checks (stripe_account, livemode, currency, expected, actual, counts, suspects)
  SELECT (SELECT stripe_account FROM stripe_platforms ORDER BY seen_at DESC LIMIT 1), false, 'eur', coalesce(sum(amount), 0), coalesce(sum(amount), 0) - 100, true, '{txn_of_the_journey}'
  FROM ledger_days WHERE account = 'stripe_balance'`
const UNKNOWN = `
  INSERT INTO unknown_payments (stripe_charge_id, livemode, amount, currency, created_at)
  VALUES ('ch_of_the_journey', false, 4200, 'eur', now())`

test('an operator follows a payment through the books, sees differences, and matches an unmatched charge', async ({
  people,
  sql,
}) => {
  try {
    // A person to whom no other journey gives a role.
    const { page: stranger } = await people.expert(`Sam ${createUniqueWord()}`)
    expect((await stranger.goto('/operator/books'))?.status()).toBe(404)
    const { buyer, seller, roomId, calls } = await makeDeal(people)
    const { payment_request_id: id } = await calls.ask(seller, roomId, '35')
    await openDealChat(buyer.page, roomId)
    await locatePayments(buyer.page).payWith('€35.00', CARDS.visa)
    await expect(locatePayments(buyer.page).requestCard('€35.00', 'completed')).toBeVisible()
    await expect
      .poll(() => sql.query('SELECT kind FROM ledger_journals WHERE payment_request_id = $1 ORDER BY kind', [id]))
      .toEqual([{ kind: 'fee' }, { kind: 'payment' }, { kind: 'transfer' }])
    await sql.query(DIFFERS)
    await sql.query(UNKNOWN)

    const owner = await people.demo('owner')
    await owner.goto('/operator')
    await owner.getByRole('link', { name: 'Books', exact: true }).focus()
    await owner.keyboard.press('Enter')
    await expect(owner.getByRole('heading', { level: 1, name: 'Books' })).toBeVisible()
    await expect(owner.getByText('The books and Stripe differ by -€1.00')).toBeVisible()
    await expect(owner.getByText('txn_of_the_journey')).toBeVisible()
    const table = owner.getByRole('region', { name: 'The books as a table' })
    const today = table.getByRole('row').filter({ hasText: '(so far)' })
    await expect(today).toContainText('-€1.00')
    await expectNoAccessibilityViolations(owner)

    await today.getByRole('link', { name: /^Transactions of /u }).press('Enter')
    const day = owner.getByRole('region', { name: /^Transactions of /u })
    await expect(day.getByRole('heading', { level: 2 })).toBeFocused()
    await expect(day.getByRole('row', { name: /^Payments .*€35\.00$/u }).first()).toBeVisible()
    await expectNoAccessibilityViolations(owner)

    const unknown = owner.getByRole('region', { name: 'Unmatched payments' })
    await unknown.getByRole('button', { name: 'Match €42.00' }).press('Enter')
    await expect(unknown).toContainText('€42.00 · recorded, no payment request to complete')
    await expect(unknown.getByRole('heading')).toBeFocused()

    const downloading = owner.waitForEvent('download')
    await owner.getByRole('button', { name: 'Download CSV' }).press('Enter')
    const lines = (await readFile(await (await downloading).path(), 'utf8')).trimEnd().split('\r\n')
    expect(lines[0]).toMatch(/^\uFEFFDay or month,Payments,Paid \(euros\),Our revenue \(euros\)/u)
    expect(lines.at(-1)).toMatch(/^\d{4}-\d\d-\d\d,.*,-1\.00$/u)

    // Retries, because other journeys make payments and the books are compared only while no money moves.
    await expect(async () => {
      await owner.getByRole('button', { name: 'Compare now' }).press('Enter')
      await expect(owner.getByText('The books match Stripe')).toBeVisible({ timeout: 5000 })
    }).toPass()
    await expect(owner.getByText('The books and Stripe differ by')).toHaveCount(0)

    await owner.goto(`/operator?tab=payments&payment=${id}`)
    await expect(owner.getByText('Effect on your Stripe balance')).toBeVisible()
    await expect(owner.getByText('Kept by the site')).toBeVisible()
    await expectNoAccessibilityViolations(owner)
  } finally {
    await sql.query(`UPDATE unknown_payments SET state = 'ignored', decided_at = now() WHERE state = 'open'`)
  }
})

test('the books of a year fit a phone, in Dutch and dark', async ({ people }) => {
  const owner = await people.demo('owner', { language: 'nl', dark: true, width: 375, height: 812 })
  expect((await owner.goto('/operator/books?range=12_months'))?.status()).toBe(200)
  await expect(owner.getByRole('heading', { level: 1, name: 'Boekhouding' })).toBeVisible()
  await expect(owner.locator('[aria-busy="true"]')).toHaveCount(0)
  await expectNoAccessibilityViolations(owner)
  const overflow = await owner.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
})
