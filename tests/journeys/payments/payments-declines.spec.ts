import { ACCESSIBILITY_APPEARANCES } from '@kundig/testing/browser/accessibility'
import { makeDeal, openDealChat, locatePayments } from '@kundig/testing/browser/payments'
import { expect, test } from '@kundig/testing/browser/people'
import { CARDS } from '@kundig/testing/payments/cards'

const GIVE_UP = /^(?:Give up this payment|Betaling opgeven)$/u

/** A valid number, possibly a real card. */
const REAL_CARD = '4111111111111111'

const WORDS = {
  en: {
    amount: '€40.00',
    declined: 'Your bank declined the card without saying why. Your bank can tell you more.',
    insufficientFunds: 'There is not enough money on this card.',
    limitReached: 'This card has reached its limit for now. Use another card, or try again later.',
    expired: 'This card has expired.',
    wrongCvc: 'The security code (CVC) is not right.',
    tryAgain: 'Your bank couldn’t process the card. Try again in a moment.',
    testMode: 'This is not a test card. In test mode only Stripe’s published test cards work.',
    incomplete: 'Your card number is incomplete.',
    failed: 'Payment failed',
    nothingCharged: 'Nothing was charged.',
    before: 'Your last attempt did not go through.',
    cancel: 'Cancel',
    giveUpTitle: 'Give up this payment?',
    givenUp: 'You gave up this payment',
    askAgain: 'Ask again',
    again: '40.00',
  },
  nl: {
    amount: '€ 40,00',
    declined: 'Je bank heeft de kaart geweigerd zonder te zeggen waarom. Je bank kan je meer vertellen.',
    insufficientFunds: 'Er staat niet genoeg geld op deze kaart.',
    limitReached: 'Deze kaart heeft voor nu zijn limiet bereikt. Gebruik een andere kaart of probeer het later.',
    expired: 'Deze kaart is verlopen.',
    wrongCvc: 'De beveiligingscode (CVC) klopt niet.',
    tryAgain: 'Je bank kon de kaart nu niet verwerken. Probeer het zo nog eens.',
    testMode: 'Dit is geen testkaart. In testmodus werken alleen de testkaarten die Stripe publiceert.',
    incomplete: 'Je kaartnummer is niet compleet.',
    failed: 'Betaling is niet gelukt',
    nothingCharged: 'Er is niets afgeschreven.',
    before: 'Je vorige poging is niet gelukt.',
    cancel: 'Annuleren',
    giveUpTitle: 'Deze betaling opgeven?',
    givenUp: 'Je hebt de betaling opgegeven',
    askAgain: 'Opnieuw vragen',
    again: '40,00',
  },
} as const

const REFUSED = {
  en: [
    [CARDS.declined, WORDS.en.declined],
    [CARDS.insufficientFunds, WORDS.en.insufficientFunds],
    [CARDS.limitReached, WORDS.en.limitReached],
    [CARDS.stolen, WORDS.en.declined],
  ],
  nl: [
    [CARDS.declined, WORDS.nl.declined],
    [CARDS.expired, WORDS.nl.expired],
    [CARDS.wrongCvc, WORDS.nl.wrongCvc],
    [CARDS.processingError, WORDS.nl.tryAgain],
  ],
} as const

for (const [name, look] of ACCESSIBILITY_APPEARANCES) {
  const language = look.language ?? 'en'
  const words = WORDS[language]

  test(`a card that cannot be saved is refused with the reason, and the next card is tried in the same form (${name})`, async ({
    people,
  }) => {
    const { buyer, seller, roomId, calls } = await makeDeal(people, [look])
    await calls.ask(seller, roomId, '40')
    await openDealChat(buyer.page, roomId)
    const sent: string[] = []
    buyer.page.on('request', (request) => sent.push(request.postData() ?? ''))
    const paying = locatePayments(buyer.page, language)
    const alert = paying.dialog.getByRole('alert').filter({ hasText: /\S/u })
    await paying.payOf(words.amount).click()
    await expect(paying.number).toBeFocused()
    await paying.confirm(words.amount).click()
    await expect(paying.number).toHaveAccessibleDescription(words.incomplete)
    await expect(paying.number).toBeFocused()
    for (const [number, reason] of REFUSED[language]) {
      await paying.fillCard(number)
      await paying.confirm(words.amount).click()
      await expect(alert).toHaveText([`${words.failed}${reason} ${words.nothingCharged}`])
      await expect(paying.number).toHaveAccessibleDescription('')
    }
    await paying.fillCard(REAL_CARD)
    await paying.confirm(words.amount).click()
    await expect(paying.number).toHaveAccessibleDescription(words.testMode)
    await expect(alert).toHaveCount(0)
    expect(sent.filter((body) => body.includes(CARDS.declined))).not.toEqual([])
    expect(sent.filter((body) => body.replaceAll(/\D/gu, '').includes(REAL_CARD))).toEqual([])
    await paying.fillCard(CARDS.visa)
    await paying.confirm(words.amount).click()
    await expect(paying.requestCard(words.amount, 'completed')).toBeVisible()
    expect(await calls.received(seller)).toEqual(['€40.00'])
  })

  // spec 2.95, 2.98, 4.20, 8.49
  test(`a declined payment leads to another card or to giving up, and the seller can request the payment again (${name})`, async ({
    people,
  }) => {
    const { buyer, seller, roomId, calls } = await makeDeal(people, [look, look])
    await calls.ask(seller, roomId, '40', 'A long talk')
    await openDealChat(seller.page, roomId)
    await openDealChat(buyer.page, roomId)
    const paying = locatePayments(buyer.page, language)
    const asking = locatePayments(seller.page, language)
    const alert = paying.dialog.getByRole('alert').filter({ hasText: words.nothingCharged })

    await paying.payWith(words.amount, CARDS.declinedOncePaidWith)
    await expect(alert).toContainText(words.failed)
    await expect(alert).toContainText(`${words.declined} ${words.nothingCharged}`)
    await expect(asking.requestCard(words.amount, 'pending')).toBeVisible()

    await paying.tryOther.click()
    await paying.fillCard(CARDS.asks3dSecureThenInsufficient)
    await paying.confirm(words.amount).click()
    await paying.bank.pass.click()
    await expect(paying.bank.aboutToPay).toBeVisible()
    await paying.bank.pass.click()
    await expect(alert).toContainText(`${words.insufficientFunds} ${words.nothingCharged}`)

    // Closing the dialog does not decline the request: the next visit shows the question again.
    await paying.dialog.getByRole('button', { name: words.cancel, exact: true }).click()
    await expect(asking.requestCard(words.amount, 'pending')).toBeVisible()
    await paying.payOf(words.amount).click()
    await expect(paying.dialog).toContainText(`${words.before} ${words.insufficientFunds} ${words.nothingCharged}`)
    await paying.giveUp.click()
    const question = buyer.page.getByRole('alertdialog', { name: words.giveUpTitle })
    await expect(question).toContainText(seller.name)
    await question.getByRole('button', { name: GIVE_UP }).click()
    await expect(paying.toast(words.givenUp)).toBeVisible()
    await expect(paying.dialog).toBeHidden()
    for (const side of [paying, asking]) await expect(side.word(words.amount, 'rejected')).toBeVisible()
    await expect(paying.requestCard(words.amount, 'rejected').getByRole('button')).toHaveCount(0)
    await expect(paying.requestCard(words.amount, 'rejected')).toContainText(words.nothingCharged)
    await expect(asking.requestCard(words.amount, 'rejected')).not.toContainText(words.nothingCharged)
    expect(await calls.received(seller)).toEqual([])

    await asking.requestCard(words.amount, 'rejected').getByRole('button', { name: words.askAgain }).click()
    await expect(asking.amount).toHaveValue(words.again)
    await expect(asking.description).toHaveValue('A long talk')
    await asking.send.click()
    await paying.payOf(words.amount).click()
    await paying.otherCard.click()
    await paying.newCard.click()
    await paying.fillCard(CARDS.visa)
    await paying.confirm(words.amount).click()
    for (const side of [paying, asking]) {
      await expect(side.word(words.amount, 'completed')).toBeVisible()
      await expect(side.word(words.amount, 'rejected')).toBeVisible()
    }
    expect(await calls.received(seller)).toEqual(['€40.00'])
  })
}
