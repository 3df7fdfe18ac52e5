import type { Books } from '@kundig/contract/operations/books.contract'
import { callAs, idOf } from '@kundig/testing/browser/calls'
import { expect } from '@kundig/testing/browser/people'
import { openSql } from '@kundig/testing/database/test-database'
import { CARDS } from '@kundig/testing/payments/cards'

import { fillCard, makePayingScenario } from './payment-scenarios.ts'
import { inBoth, screens } from './screenshots.ts'

const NO_BOOKS: Books = {
  time_zone: 'Europe/Amsterdam',
  currency: 'eur',
  rows: [],
  total: {
    payments_count: 0,
    payments: 0,
    fee: 0,
    stripe_cost: 0,
    refunds: 0,
    fee_returned: 0,
    disputes: 0,
    transfers: 0,
    payouts: 0,
    other: 0,
    change: 0,
  },
  looks: [],
  unknown_payments: [],
  unknown_types: [],
}

/** The account of ours that a server saw last. */
const OURS = '(SELECT stripe_account FROM stripe_platforms ORDER BY seen_at DESC LIMIT 1)'

/** Some weeks of payments, as the server posts them; all of it is paid out, so that the balance is still that of the simulator. */
const BOOKED = `
  WITH days AS (
    SELECT d AS ago, now() - d * interval '1 day' AS at, 2000 + 700 * (d % 7) AS cents FROM generate_series(0, 40) d
  ), came AS (
    SELECT ago, at, kind, account, amount, fee FROM days, LATERAL (VALUES
      ('payment', 'payments', cents, 25 + cents / 66), ('transfer', 'sellers', -cents, 0),
      ('fee', 'platform_fees', cents / 20, 0), ('refund', 'refunds', -(cents / 4) * (ago % 5 / 4), 0)
    ) one (kind, account, amount, fee) WHERE amount <> 0
  ), moved AS (
    SELECT * FROM came
    UNION ALL SELECT 0, now(), 'payout', 'bank', -sum(amount - fee)::int, 0 FROM came
  ), posted AS (
    INSERT INTO ledger_journals (stripe_balance_transaction, stripe_account, livemode, type, kind, balance_type, source, amount, fee, net,
      currency, created_at, available_on)
    SELECT 'txn_' || kind || ago, ${OURS}, false, kind, kind, 'payments', 'ch_of_picture_' || ago, amount, fee, amount - fee, 'eur', at, at
    FROM moved ON CONFLICT DO NOTHING RETURNING id, stripe_balance_transaction, net
  ) INSERT INTO ledger_lines (journal_id, line_no, account, amount)
    SELECT p.id, line.no, line.account, line.cents FROM posted p
    JOIN moved m ON 'txn_' || m.kind || m.ago = p.stripe_balance_transaction,
    LATERAL (VALUES (1, 'stripe_balance', p.net), (2, 'stripe_fees', m.fee), (3, m.account, -m.amount)) line (no, account, cents)
    WHERE line.no = 1 OR line.cents <> 0`

const BOOKED_LOOKS = `
  INSERT INTO ledger_checks (looked_at, stripe_account, livemode, currency, expected, actual, counts, suspects)
  SELECT now() - d * interval '1 day', ${OURS}, false, 'eur', 51234, 51234 - CASE WHEN d < 2 THEN 1250 ELSE 0 END, d < 2,
    CASE WHEN d < 2 THEN '{txn_3Pq8pictureOfADifference}'::text[] ELSE '{}' END
  FROM generate_series(0, 40) d`

screens(
  [
    'operator.reports',
    'operator.payments',
    'operator.counts',
    'operator.waiting',
    'operator.categories',
    'operator.category-dialog',
    'operator.navigation',
    'operator.fee',
    'operator.team',
    'operator.log',
    'operator.figures',
    'operator.health',
    'operator.people',
    'operator.person',
    'operator.pages',
    'operator.page-editor',
    'operator.face',
  ],
  async (people, capture) => {
    const owner = await people.demo('owner')
    for (const [full_name, email, category] of [
      ['Mila Vos', 'mila@kundig.example', 'education'],
      ['Jonas Berg', 'jonas@kundig.example', 'education'],
      ['Aïcha Benali', 'aicha@kundig.example', 'health-medicine'],
    ]) {
      const one = { full_name, email, category, consent: true }
      await callAs(owner.context(), people.url, 'POST', '/api/waiting-list', one)
    }
    const whole = true
    /** Until the page has its title, and nothing says any more that it is being loaded. */
    const ready = async () => {
      await expect(owner.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(owner.locator('[aria-busy="true"]')).toHaveCount(0)
    }
    for (const [name, at] of [
      ['reports', '/operator'],
      ['payments', '/operator?tab=payments'],
      ['counts', '/operator?tab=figures'],
      ['waiting', '/operator?tab=waiting'],
      ['categories', '/operator?tab=categories'],
    ] as const) {
      await capture(`operator.${name}`, owner, { at, ready, whole })
    }
    await owner.goto('/operator?tab=categories')
    await owner.getByRole('button', { name: inBoth('Add a category', 'Categorie toevoegen') }).click()
    await capture('operator.category-dialog', owner, { ready: () => expect(owner.getByRole('dialog')).toBeVisible() })
    for (const [name, at] of [
      ['fee', '/operator?tab=fee'],
      ['team', '/operator?tab=people'],
      ['log', '/operator?tab=log'],
      ['figures', '/operator/figures'],
      ['health', '/operator/health'],
      ['people', '/operator/people?q=san'],
      ['pages', '/operator/pages'],
      ['face', '/operator/settings'],
    ] as const) {
      await capture(`operator.${name}`, owner, { at, ready, whole })
    }
    await owner.setViewportSize({ width: 375, height: 812 })
    await owner.goto('/operator/health')
    const navigation = owner.getByRole('navigation', { name: inBoth('Run the site', 'Beheer') })
    await navigation.getByRole('button').click()
    await capture('operator.navigation', owner, { widths: [375, 320], whole })
    const person = await idOf((await people.demo('kwame')).context(), people.url)
    await capture('operator.person', owner, { at: `/operator/people/${person}`, ready, whole })
    await capture('operator.page-editor', owner, { at: '/operator/pages?page=privacy', ready, whole })
  },
)

screens(['operator.dispute', 'operator.payment', 'operator.unknown-payment'], async (people, capture) => {
  const { ask, openDialog, asker } = await makePayingScenario(people, 'ruth', 'gerda')
  const { payment_request_id: id } = await ask('45', 'An hour about your website')
  await openDialog()
  await fillCard(asker, CARDS.disputed)
  await asker
    .getByRole('dialog')
    .getByRole('button', { name: /^(?:Pay €.*|€.* betalen)$/u })
    .click()
  await expect(asker.getByRole('dialog')).toBeHidden()
  const owner = await people.demo('owner')
  await expect
    .poll(
      async () =>
        (await callAs<{ items: unknown[] }>(owner.context(), people.url, 'GET', '/api/operations/disputes')).items
          .length,
    )
    .toBeGreaterThan(0)
  const disputes = owner.getByRole('region', { name: inBoth('Disputed payments', 'Betwiste betalingen') })
  await owner.goto('/operator?tab=payments')
  await disputes.getByRole('button').first().click()
  await capture('operator.dispute', owner, { whole: true })
  const loaded = (text: RegExp) => async () => {
    await expect(owner.getByText(text)).toBeVisible()
    await expect(owner.locator('[aria-busy="true"]')).toHaveCount(0)
  }
  const ready = loaded(/paid Gerda Postma|Gerda Postma betaald/u)
  await capture('operator.payment', owner, { at: `/operator?tab=payments&payment=${id}`, ready, whole: true })
  await capture('operator.unknown-payment', owner, {
    at: `/operator?tab=payments&payment=pi_unknown`,
    ready: loaded(/Payment request not found|Betaalverzoek niet gevonden/u),
    whole: true,
  })
})

screens(
  ['operator.books-empty', 'operator.books', 'operator.books-day', 'operator.books-year'],
  async (people, capture) => {
    const sql = await openSql(process.env['KUNDIG_DATABASE_URL'] ?? '')
    const owner = await people.demo('owner')
    const whole = true
    const ready = async () => {
      await expect(owner.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(owner.locator('[aria-busy="true"]')).toHaveCount(0)
    }
    const widths = [1280, 375, 320]
    try {
      // A site of which nothing is in the books; that of the pictures has payments of its own.
      await owner.route('**/rpc/operations/books**', (route) => route.fulfill({ json: { json: NO_BOOKS, meta: [] } }))
      await capture('operator.books-empty', owner, { at: '/operator/books', ready, whole })
      await owner.unroute('**/rpc/operations/books**')
      await sql.query(BOOKED)
      await sql.query(BOOKED_LOOKS)
      await sql.query(
        `INSERT INTO unknown_payments (stripe_charge_id, stripe_payment_intent_id, livemode, amount, currency, created_at)
       VALUES ('ch_of_a_picture', 'pi_of_a_picture', false, 4200, 'eur', now()) ON CONFLICT DO NOTHING`,
      )
      await sql.query(
        `INSERT INTO unknown_balance_types (type, first_transaction) VALUES ('moon_landing', 'txn_of_a_picture')
       ON CONFLICT DO NOTHING`,
      )
      await capture('operator.books', owner, { at: '/operator/books', ready, whole, widths })
      const [day] = await sql.query<{ day: string }>('SELECT max(day)::text AS day FROM ledger_days')
      await capture('operator.books-day', owner, { at: `/operator/books?day=${day?.day}`, ready, whole })
      await capture('operator.books-year', owner, { at: '/operator/books?range=12_months', ready, whole })
    } finally {
      await sql.query('DELETE FROM unknown_payments; DELETE FROM unknown_balance_types; DELETE FROM ledger_checks')
      await sql.close()
    }
  },
)

screens(
  ['site-pages.terms', 'site-pages.privacy', 'site-pages.imprint', 'site-pages.rules', 'site-pages.contact'],
  async (people, capture) => {
    const visitor = await people.visitor()
    for (const page of ['terms', 'privacy', 'imprint', 'rules', 'contact'] as const) {
      // They have no code that hears of another look.
      const make = async (): Promise<void> => void (await visitor.goto(`/${page}`))
      await capture(`site-pages.${page}`, visitor, { make, whole: true })
    }
  },
)
