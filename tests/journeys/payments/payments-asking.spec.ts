import { HARDER_LOOK } from '@kundig/testing/browser/accessibility'
import { makeDeal, openDealOn, paymentsOn } from '@kundig/testing/browser/payments'
import { expect, test } from '@kundig/testing/browser/people'

const WORDS = {
  en: {
    notSetUp: 'You need to set up your Stripe account to receive payments. You can do this in the account page.',
    toAccount: 'Go to the account page',
    become: 'Become a Seller',
    account: 'Account Settings',
    gettingPaid: 'Getting paid',
    hint: 'Such as 19.99, 1250 or 1,250.00',
    close: 'Close',
    least: 'The least that you can ask for is €0.36',
    that: 'You receive €8.07 of €8.50',
    thousands: 'You receive €1,187.97 of €1,250.50',
    required: 'Amount is required',
    invalid: 'Enter an amount in euros, such as 19.99',
    tooSmall: 'Amount must be at least €0.01',
    tooLarge: 'Amount must be less than €100,000',
    belowMinimum: 'Stripe does not take card payments this small. Ask for at least €0.50.',
    largest: '€99,999.99',
  },
  nl: {
    notSetUp: 'Om betalingen te ontvangen moet je eerst je Stripe-account instellen. Dat doe je op de accountpagina.',
    toAccount: 'Naar de accountpagina',
    become: 'Word verkoper',
    account: 'Accountinstellingen',
    gettingPaid: 'Betalingen ontvangen',
    hint: 'Bijvoorbeeld 19,99, 1250 of 1.250,00',
    close: 'Sluiten',
    least: 'Je kunt minstens om € 0,36 vragen',
    that: 'Je ontvangt € 8,07 van € 8,50',
    thousands: 'Je ontvangt € 1.187,97 van € 1.250,50',
    required: 'Bedrag is verplicht',
    invalid: 'Vul een bedrag in euro’s in, zoals 19,99',
    tooSmall: 'Het bedrag moet minstens € 0,01 zijn',
    tooLarge: 'Het bedrag moet lager zijn dan € 100.000',
    belowMinimum: 'Zo’n klein bedrag kan Stripe niet met een kaart innen. Vraag minstens € 0,50.',
    largest: '€ 99.999,99',
  },
} as const

for (const [name, look] of HARDER_LOOK) {
  const language = look.language ?? 'en'
  const words = WORDS[language]

  // spec 2.99, 5.54, 8.57
  test(`who is no seller is told where to become one, and asks for nothing (${name})`, async ({ people }) => {
    const { expert, roomId } = await people.pair([{}, look])
    await openDealOn(expert.page, roomId)
    const asking = paymentsOn(expert.page, language)
    await asking.askButton.click()
    await expect(asking.panel.getByText(words.notSetUp)).toBeVisible()
    await expect(asking.amount).toHaveCount(0)
    await expect(asking.send).toHaveCount(0)
    await asking.panel.getByRole('link', { name: words.toAccount }).click()
    for (const arrive of [() => Promise.resolve(null), () => expert.page.reload()]) {
      await arrive()
      await expect(expert.page).toHaveURL(/\/account#getting-paid$/u)
      await expect(expert.page.getByRole('heading', { level: 1, name: words.account })).toBeAttached()
      const part = expert.page.getByRole('heading', { level: 2, name: words.gettingPaid })
      await expect(part).toBeFocused()
      await expect(part).toBeInViewport()
    }
  })

  test(`who becomes a seller out of a chat is back in it, with the form open (${name})`, async ({ people }) => {
    const { expert, roomId } = await people.pair([{}, look])
    const { page } = expert
    await openDealOn(page, roomId)
    const asking = paymentsOn(page, language)
    await asking.askButton.click()
    await asking.panel.getByRole('link', { name: words.toAccount }).click()
    await page.getByRole('button', { name: words.become }).click()
    await page.getByRole('button', { name: 'Complete', exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/dashboard\\?tab=chats&room=${roomId}$`, 'u'))
    await expect(asking.amount).toBeFocused()
    // It opens once.
    await page.keyboard.press('Escape')
    await page.reload()
    await expect(asking.askButton).toBeVisible()
    await expect(page.getByRole('log')).toBeVisible()
    await expect(asking.panel).toBeHidden()
  })

  // spec 5.49, 5.50, 5.51, 5.52, 9.18
  test(`an amount that cannot be asked for is refused in words, beside the field (${name})`, async ({ people }) => {
    const { seller, roomId } = await makeDeal(people, [{}, look])
    await openDealOn(seller.page, roomId)
    const { askButton, panel, amount, send, requestCard } = paymentsOn(seller.page, language)
    await askButton.click()
    await expect(amount).toBeFocused()
    for (const [typed, error] of [
      ['', words.required],
      ['0', words.tooSmall],
      ['100000', words.tooLarge],
      ['eight', words.invalid],
      // How thousands are written is said beside what is wrong.
      ['1.250', `${words.invalid} ${words.hint}`],
      ['1,005', `${words.invalid} ${words.hint}`],
      // The fee would take all of it.
      ['0.35', words.least],
      // Only Stripe knows of this one.
      ['0.49', words.belowMinimum],
    ] as const) {
      await amount.fill(typed)
      await send.click()
      await expect(amount).toHaveAccessibleDescription(error)
      await expect(amount).toHaveAttribute('aria-invalid', 'true')
      await expect(amount).toBeFocused()
    }
    for (const typed of ['1.250,50', '1,250.50']) {
      await amount.fill(typed)
      await expect(amount).toHaveAccessibleDescription(words.thousands)
    }
    await amount.fill('8,5')
    await expect(amount).toHaveAccessibleDescription(words.that)
    await expect(amount).not.toHaveAttribute('aria-invalid', 'true')
    // What is typed outlives the panel.
    await panel.getByRole('button', { name: words.close, exact: true }).click()
    await expect(panel).toBeHidden()
    await expect(askButton).toBeFocused()
    await expect(seller.page.getByRole('log').getByRole('group')).toHaveCount(0)
    await askButton.click()
    await expect(amount).toHaveValue('8,5')
    await amount.fill('99999.99')
    await send.click()
    await expect(requestCard(words.largest, 'pending')).toBeVisible()
    await expect(seller.page.getByRole('log').getByRole('group')).toHaveCount(1)
  })
}

test(
  'pressing twice asks once, and so does asking again after the answer was lost',
  { tag: '@core' },
  async ({ people }) => {
    const { seller, buyer, roomId } = await makeDeal(people)
    await openDealOn(seller.page, roomId)
    await openDealOn(buyer.page, roomId)
    const asking = paymentsOn(seller.page)
    await asking.askButton.click()
    await asking.amount.fill('15')
    await asking.send.dblclick()
    await expect(asking.requestCard('€15.00', 'pending')).toBeVisible()
    await expect(asking.panel).toBeHidden()

    let isLost = false
    await seller.page.route('**/rpc/payments/ask', async (route) => {
      if (isLost) return route.continue()
      isLost = true
      await route.fetch()
      return route.abort()
    })
    await asking.askButton.click()
    await asking.amount.fill('16')
    await asking.send.click()
    await expect(asking.panel.getByRole('alert')).toBeVisible()
    await asking.send.click()
    await expect(asking.panel).toBeHidden()
    for (const { page } of [seller, buyer]) {
      await expect(page.getByRole('log').getByRole('group', { name: '€16.00' })).toHaveCount(1)
      await expect(page.getByRole('log').getByRole('group')).toHaveCount(2)
    }
  },
)
