import type { SellerAccount } from '@kundig/contract/payments/payments.contract'
import { expectNoViolations } from '@kundig/testing/browser/accessibility'
import { callAs } from '@kundig/testing/browser/calls'
import { LOOKS } from '@kundig/testing/browser/looks'
import { paymentCalls } from '@kundig/testing/browser/payments'
import { expect, type People, type Person, test, uniqueWord } from '@kundig/testing/browser/people'
import { openStripeControl } from '@kundig/testing/browser/stripe-control'
import type { Sql } from '@kundig/testing/database/test-database'

const WORDS = {
  en: {
    title: 'Getting paid',
    status: 'Seller status',
    ready: 'Ready',
    restricted: 'Restricted',
    inactive: 'Inactive',
    dueBy: 'Stripe needs this by 3 December 2031, or you can no longer be paid:',
    identity: 'Who you are',
    goOn: 'Continue at Stripe',
    dashboard: /^Open Stripe dashboard/u,
    noTransfers: 'Stripe has stopped payments to you',
    noPayouts: 'Stripe has stopped your payouts',
    failed: 'Your bank did not take the payout of €123.45 of 2 December 2031',
    closed: /^Your bank says that the account is closed/u,
    lost: 'Your earlier account at Stripe can no longer be used',
    again: 'Set up again',
  },
  nl: {
    title: 'Betalingen ontvangen',
    status: 'Status als verkoper',
    ready: 'Klaar',
    restricted: 'Beperkt',
    inactive: 'Niet actief',
    dueBy: 'Stripe heeft dit uiterlijk 3 december 2031 nodig, anders kun je niet meer betaald worden:',
    identity: 'Wie je bent',
    goOn: 'Verder bij Stripe',
    dashboard: /^Stripe-dashboard openen/u,
    noTransfers: 'Stripe heeft betalingen aan jou stopgezet',
    noPayouts: 'Stripe heeft je uitbetalingen stopgezet',
    failed: 'Je bank nam de uitbetaling van € 123,45 van 2 december 2031 niet aan',
    closed: /^Volgens je bank is de rekening gesloten/u,
    lost: 'Je eerdere account bij Stripe kan niet meer gebruikt worden',
    again: 'Opnieuw aanmelden',
  },
} as const

/** The account at Stripe that somebody sells with. */
async function accountOf(people: People, { context }: Person): Promise<string> {
  const { stripeConnectAccountId } = await callAs<SellerAccount>(context, people.url, 'GET', '/api/payments/account')
  if (stripeConnectAccountId === null) throw new Error('not a seller')
  return stripeConnectAccountId
}

/** Has the account be gone at Stripe, as the server knows it. */
async function lose(sql: Sql, account: string): Promise<void> {
  await sql.query('UPDATE stripe_links SET gone_at = now() WHERE stripe_id = $1', [account])
}

for (const [name, look] of LOOKS) {
  const words = WORDS[look.language ?? 'en']

  test(`a seller sees at once what Stripe wants by which day, what it stopped, and what their bank sent back (${name})`, async ({
    people,
    sql,
  }) => {
    const person = await people.expert(`Wim ${uniqueWord()}`, look)
    await paymentCalls(people).becomeSeller(person)
    const account = await accountOf(people, person)
    const { page } = person
    const section = page.getByRole('region', { name: words.title })
    const status = (word: string) => section.getByText(`${words.status}: ${word}`)
    const stripe = await openStripeControl(people.url)
    try {
      await page.goto('/account')
      await expect(status(words.ready)).toBeAttached()
      const deadline = Date.UTC(2031, 11, 3, 12) / 1000
      await stripe.control(`/accounts/${account}/requirements`, { due: ['identity.individual.address'], deadline })
      await expect(section.getByText(words.dueBy)).toBeVisible()
      await expect(section.getByRole('listitem')).toHaveText([words.identity])
      await expect(section.getByRole('button', { name: words.dashboard })).toBeVisible()
      await expectNoViolations(page)

      await stripe.control(`/accounts/${account}/payouts`, { status: 'restricted' })
      await stripe.control('/balance_transactions', { account, amount: 12_345, type: 'adjustment' })
      const arrival_date = Date.UTC(2031, 11, 2) / 1000
      const { id } = await stripe.control<{ id: string }>('/payouts', { account, amount: 12_345, arrival_date })
      await stripe.control(`/payouts/${id}/failed`)
      await expect(status(words.restricted)).toBeAttached()
      await expect(section.getByText(words.noPayouts)).toBeVisible()
      await expect(section.getByText(words.failed)).toBeVisible()
      await expect(section.getByText(words.closed)).toBeVisible()
      await expectNoViolations(page)

      await stripe.control(`/accounts/${account}/requirements`, {
        due: ['identity.individual.address'],
        status: 'past_due',
      })
      await expect(section.getByText(words.noTransfers)).toBeVisible()
      await expect(section.getByRole('button', { name: words.dashboard })).toBeVisible()
      await expectNoViolations(page)
      await section.getByRole('button', { name: words.goOn }).click()
      await expect(page).toHaveURL(/\/hosted\/onboarding\//u)
    } finally {
      await stripe.close()
    }

    await lose(sql, account)
    await page.goto('/account')
    await expect(status(words.inactive)).toBeAttached()
    await expect(section.getByText(words.lost)).toBeVisible()
    await expectNoViolations(page)
    await section.getByRole('button', { name: words.again }).click()
    await expect(page).toHaveURL(/\/hosted\/onboarding\//u)
  })
}
