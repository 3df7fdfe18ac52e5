import { expectNoViolations, HARDER_LOOK } from '@kundig/testing/browser/accessibility'
import { makeDeal, openDealOn, paymentsOn } from '@kundig/testing/browser/payments'
import { expect, test } from '@kundig/testing/browser/people'
import type { Sql } from '@kundig/testing/database/test-database'

const AMOUNTS = { en: '€45.00', nl: '€ 45,00' } as const
const WORDS = {
  en: {
    locale: 'en-GB',
    until: (day: string) => `Open until ${day}`,
    over: 'The time to pay this request is over. Nothing was charged.',
    nothingCharged: 'Nothing was charged.',
    again: 'Ask again',
  },
  nl: {
    locale: 'nl-NL',
    until: (day: string) => `Staat open tot ${day}`,
    over: 'De tijd om dit verzoek te betalen is om. Er is niets afgeschreven.',
    nothingCharged: 'Er is niets afgeschreven.',
    again: 'Opnieuw vragen',
  },
} as const

const DAY_MS = 86_400_000

/** A day as a browser shows it: where that is it may be another one already than here. */
function dayIn(timeZone: string | undefined, locale: string, at: number): string {
  const yearOf = (time: number): string => new Date(time).toLocaleDateString('en', { timeZone, year: 'numeric' })
  const isThisYear = yearOf(at) === yearOf(Date.now())
  return new Date(at).toLocaleDateString(locale, {
    timeZone,
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  })
}

/** Has the time of a request be over; the server's own look at it is still days away. */
async function letTimeRunOut(sql: Sql, id: string): Promise<void> {
  await sql.query(`UPDATE payment_requests SET expires_at = now() - interval '1 minute' WHERE id = $1`, [id])
}

for (const [name, look] of HARDER_LOOK) {
  const language = look.language ?? 'en'
  const amount = AMOUNTS[language]
  const words = WORDS[language]

  // spec 2.98
  test(`a request says until when it is open, and both see at once that it was not paid in time (${name})`, async ({
    people,
    sql,
    timezoneId,
  }) => {
    const { buyer, seller, roomId, calls } = await makeDeal(people, [look, look])
    const { payment_request_id: id } = await calls.ask(seller, roomId, '45', 'An hour that waited too long')
    await openDealOn(seller.page, roomId)
    await openDealOn(buyer.page, roomId)
    const tab = await buyer.context.newPage()
    await openDealOn(tab, roomId)
    const [asking, paying, other] = [
      paymentsOn(seller.page, language),
      paymentsOn(buyer.page, language),
      paymentsOn(tab, language),
    ]
    const day = dayIn(timezoneId, words.locale, Date.now() + 14 * DAY_MS)
    for (const side of [asking, paying]) {
      await expect(side.requestCard(amount, 'pending').getByText(words.until(day), { exact: true })).toBeVisible()
    }
    await expectNoViolations(seller.page)

    await letTimeRunOut(sql, id)
    // Whoever wants to pay it now ends it.
    await paying.payOf(amount).focus()
    await buyer.page.keyboard.press('Enter')
    // First what is told for four seconds only.
    await expect(paying.toast(words.over)).toBeVisible()
    for (const side of [paying, asking, other]) await expect(side.word(amount, 'expired')).toBeVisible()
    await expect(paying.dialog).toBeHidden()
    await expect(paying.requestCard(amount, 'expired')).toBeFocused()
    await expect(paying.requestCard(amount, 'expired')).toContainText(words.nothingCharged)
    for (const page of [buyer.page, seller.page]) await expectNoViolations(page)
    await asking.requestCard(amount, 'expired').getByRole('button', { name: words.again }).click()
    await expect(asking.description).toHaveValue('An hour that waited too long')
    expect(await calls.received(seller)).toEqual([])
  })
}
